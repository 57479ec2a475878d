// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/optimal/search.h"
#include "core/simulate/layer_model.h"

#include <optional>
#include <vector>

namespace sublinear {

/// The sets of groups that an optimal plan may drop from a layer: a layer model for it must
/// have been made with these.
std::span<const TensorGroups> optimalDropped();

/// One schedule of the frontier, or the one for a budget.
struct OptimalPlan {
    Schedule schedule;
    Bytes peakBytes = 0; ///< simulated, of the program alone
    Flops recomputeFlops = 0; ///< per sequence
    bool exact = true; ///< false: layers were grouped or points left out, so it is a bound, not the optimum
};

/// Least FLOPs whose peak is within `budget` (of the program: without what stays through the
/// whole step). Of equally many FLOPs the plan that drops the fewest tensors is taken. Refused:
/// a budget below every schedule's peak; the message names the least.
Result<OptimalPlan> planOptimal(const LayerModel& model, const StepTable& table, Bytes budget);

/// The same where nobody asks why there is none: finding the least costs a search of its own.
std::optional<OptimalPlan> optimalWithin(const LayerModel& model, const StepTable& table, Bytes budget);

/// Every point that no other beats, peaks ascending.
std::vector<OptimalPlan> optimalFrontier(const LayerModel& model, const StepTable& table);

/// The same with given options and group size (1: each layer for itself).
std::vector<OptimalPlan> optimalFrontier(
    const LayerModel& model, const StepTable& table, std::span<const TensorGroups> options, Count group);

} // namespace sublinear
