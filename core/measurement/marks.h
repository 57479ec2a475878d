// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/overlay.h"

#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// A measured point in the figures that a scenario's rows have: totals with what stays through the
/// step, and forward passes. In article accounting it belongs to what really runs, not to the law.
struct MeasuredMark {
    OverlayPoint point;
    Bytes totalBytes = 0; ///< where it stands
    Bytes ownTotalBytes = 0; ///< what the scenario says of the same policy and number
    double extraForward = 0; ///< of one forward pass, by the median; the scenario's where none was measured
    double ownExtraForward = 0;
    std::optional<double> lowExtraForward; ///< by the quartiles
    std::optional<double> highExtraForward;
    std::string disturbed {}; ///< by what, while it was timed; empty: by nothing
};

/// The points of a measurement that have a place on the scenario's charts. As slow as planning their
/// policies: optimal takes a search.
std::vector<MeasuredMark> measuredMarks(const Measurement& measurement, const ResolvedScenario& scenario);

} // namespace sublinear
