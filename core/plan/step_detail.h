// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/timeline.h"

namespace sublinear {

/// What is held of one layer for its backward pass.
enum class LayerHeld : std::uint8_t {
    Ahead, ///< its forward pass is still to come
    Whole, ///< its saved set, kept since the forward pass
    InPart, ///< the same without named tensors
    Checkpoint, ///< its saved set, which others are recomputed from (article)
    Input, ///< its input, kept since the forward pass
    Dropped, ///< nothing
    InputAgain, ///< its input, made again
    Again, ///< its saved set, made again
    Done ///< its backward pass is over
};

/// From this operation on, what is held of a layer is this.
struct LayerChange {
    Count op = 0;
    LayerHeld held = LayerHeld::Ahead;
    bool operator==(const LayerChange&) const = default;
};

/// A training step op by op, with what is held of each layer at each.
struct StepDetail {
    PolicySpec policy;
    Timeline timeline;
    Bytes stateBytes = 0; ///< what stays through the whole step; part of every operation
    std::vector<std::vector<LayerChange>> layers; ///< first layer first; each ascending, beginning with Ahead at 0

    /// While an operation runs; what that operation's own step makes or frees counts from the next step on.
    [[nodiscard]] LayerHeld held(Count layer, Count op) const;
};

/// As timeline() has it, or in training accounting without what that assumes of the optimizer: then it is what the
/// worker runs, operation by operation.
Result<StepDetail> stepDetail(
    const ResolvedScenario& scenario, OptimizerTemporary temporary = OptimizerTemporary::Assumed);

/// In article accounting: what really runs of the chosen policy beside its law, the measured stack's operations, on
/// the law's parameters and optimizer states. Refused: what timeline() refuses, and policies without a schedule.
Result<StepDetail> executedDetail(const ResolvedScenario& scenario);

/// The scenario under another policy; without a number at the one that the scenario itself names for it.
ResolvedScenario underPolicy(ResolvedScenario scenario, const PolicySpec& policy);

} // namespace sublinear
