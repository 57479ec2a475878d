// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/transformer.h"
#include "core/plan/evaluation.h"

#include <vector>

namespace sublinear {

/// What stays through the whole step on one device, whatever is checkpointed. P stands for
/// the parameters on the device: all of them, or a tensor-parallel part.
struct TrainingStates {
    Count parameters = 0; ///< P
    Count shapedParameters = 0; ///< the same by the shape, where P is given
    std::vector<MemoryRow> rows; ///< parameters, gradients (if preallocated), master, optimizer, reserve
    Bytes totalBytes = 0;
    Bytes optimizerTemporaryBytes = 0; ///< there while the optimizer runs; assumed

    [[nodiscard]] Bytes of(MemoryKind kind) const;
};

/// Data parallelism divides by ZeRO's stages: 1 optimizer and master, 2 gradients too, 3
/// parameters too. `parameterCount` is the whole model's, given or counted. Refused: over
/// 2^63-1 bytes.
Result<TrainingStates> trainingStates(const ResolvedScenario& scenario, const Chain& chain, Count parameterCount);

} // namespace sublinear
