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

/// Time of a step beyond what was foretold of it, as a part of that. Empty where the point is not valid
/// or lacks one of the two.
std::optional<double> stepResidual(const PointRecord& point);

/// What other work took from the times of a point: "its threads waited 61 % of the time for others on
/// their cores". Empty where its note tells of nothing.
std::string disturbanceOf(const PointRecord& point);

/// "Memory to the byte as predicted, time within 5.8 % on this machine, 5 points", "Memory within 0.3 %
/// on this machine, 4 points; 1 without a valid peak", "..., 5 points; 2 disturbed: its threads waited ...".
/// `where`: "on this machine". Empty without points.
std::string residualHeadline(const Measurement& measurement, const std::string& where);

/// Where the largest difference comes from, a line each for memory and time: "Memory differs most at
/// segments:1, by +256 B (+0.31 %)", "Time differs most at article:4, by +12.1 ms (+5.8 %): recompute
/// +14.0 ms". What disturbed the point comes before the phase. Empty where all is as predicted.
std::string largestDifference(const Measurement& measurement);

/// "20.00 GiB", "12.5 MiB", "256 B"
std::string shortBytesText(Bytes bytes, int mibDecimals = 1);
/// A point's policy, its budget as a size: "segments:1", "optimal:6.94 GiB". In bytes, as a LIST has uneven ones,
/// nobody reads it.
std::string pointText(const PolicySpec& policy);

/// "+0.31 %", "-12.00 %"; "0 B", "+256 B" where a percentage would round to nothing.
std::string residualText(const Residual& residual);
/// "+12.50 MiB", "-256 B"
std::string signedBytesText(Bytes bytes);
/// "+5.8 %"
std::string signedPercentText(double fraction);

} // namespace sublinear
