// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/simulate/layer_model.h"
#include "core/training/states.h"

namespace sublinear {

/// What training accounting needs of a scenario, taken once.
struct TrainingStack {
    Count layers = 0;
    Count batch = 0;
    Count parameterCount = 0; ///< of the whole model
    TrainingStates states;
    LowerOptions options;
    Chain chain; ///< at batch B
    LayerModel model;
    StepTable table; ///< at batch B
    TensorGroups selected = kNoGroup; ///< what `selective` drops unless told
    Bytes capacityBytes = 0;
    Bytes storeAllBytes = 0;
    Bytes leastBytes = 0; ///< what no checkpointing setting changes: states, the loss, the optimizer step
    std::string_view leastNames; ///< of those the largest, for a sentence
    std::string_view leastRuns; ///< "the loss": what runs beside the states then; empty for nothing
    Flops forwardFlops = 0; ///< of one forward pass, per sequence, recomputation left out
    Flops stepFlops = 0; ///< forward and backward
    double fixedSeconds = 0; ///< of a step that do not depend on the batch; assumed
    double secondsPerSequence = 0; ///< storing all; assumed
};

/// Whether `selective` will be asked for, beside the chosen and the compared policies.
enum class Selective { Asked, Left };

/// `compared` says which sets of dropped tensors will be asked for. Refused: what has no
/// number within 2^63-1 bytes, store-all's total included.
Result<TrainingStack> trainingStack(
    const ResolvedScenario& scenario, std::span<const PolicySpec> compared, Selective selective = Selective::Asked);

/// What a policy leaves out of each saved set.
TensorGroups droppedBy(const TrainingStack& stack, const PolicySpec& spec);

} // namespace sublinear
