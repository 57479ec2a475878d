// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"

#include <optional>
#include <string>

namespace sublinear {

/// What was measured of a point's peak, less what was predicted of exactly the program that ran.
struct Residual {
    Bytes bytes = 0;
    double fraction = 0; ///< of the predicted peak
};

/// Empty where the point is not valid or lacks one of the two.
std::optional<Residual> peakResidual(const PointRecord& point);

/// "Memory to the byte as predicted, 5 points", "Memory within 0.3 %, 4 points; most at segments:1;
/// 1 without a valid peak". Empty without points.
std::string residualHeadline(const Measurement& measurement);

/// "+0.31 %", "-12.00 %"; "0 B", "+256 B" where a percentage would round to nothing.
std::string residualText(const Residual& residual);

} // namespace sublinear
