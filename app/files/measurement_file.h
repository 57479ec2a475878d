// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <QString>

#include <optional>

namespace sublinear {

/// A measurement from a document, a saved stream of lines, or a table of people's own training runs. Empty where the
/// file says that it is something else, or cannot be read: whoever takes other files says why not. Refused with one
/// line that names the file: a measurement with something wrong in it.
Result<std::optional<Measurement>> loadMeasurement(const QString& path);

/// With all that is known of where each point comes from.
Status saveMeasurement(const QString& path, const Measurement& measurement);

} // namespace sublinear
