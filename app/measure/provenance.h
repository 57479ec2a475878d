// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"

#include <QString>

#include <cstddef>
#include <optional>

namespace sublinear {

/// Where a measurement, and one point of it, come from, a line each: device, driver, versions, date,
/// seed and threads, the shape that ran, and by which meters. What is not known is left out.
QString provenanceText(const Measurement& measurement, std::optional<std::size_t> point);

} // namespace sublinear
