// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <QString>

#include <optional>

namespace sublinear {

/// A measurement from a document or a saved stream of lines. Empty where the file says that it is
/// something else, or cannot be read: whoever takes other files says why not. Refused with one line
/// that names the file: a measurement with something wrong in it.
Result<std::optional<Measurement>> loadMeasurement(const QString& path);

} // namespace sublinear
