// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/plan/evaluation.h"

#include <functional>
#include <string_view>
#include <vector>

namespace sublinear {

/// The total at one value of a field.
struct ScalingPoint {
    Count at = 0;
    Bytes totalBytes = 0;
    bool fits = false;
};

/// Total memory against one quantity, everything else as the scenario has it.
struct ScalingCurve {
    std::string_view field; ///< path: "workload.sequence"
    Count here = 0; ///< the scenario's own value, which is one of the points
    std::vector<ScalingPoint> points; ///< ascending; values without a plan are left out
};

/// Curves over layers, batch, sequence and the policy's number (K, m, slots; a policy without one, or with a budget,
/// has none), from 1 or near it to twice what the scenario has. As long as some hundred evaluations, so policies that
/// take a search get fewer points. `stopped` is asked between the evaluations: true ends it, with what there is.
std::vector<ScalingCurve> scalingCurves(const Evaluation& evaluation, const std::function<bool()>& stopped = {});

} // namespace sublinear
