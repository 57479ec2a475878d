// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/random.h"
#include "gpu/run/op_call.h"

namespace sublinear {

/// Who draws the numbers of an operation: anew each training step, the same in a recomputation.
inline kernels::RandomStream drawnBy(const OpCall& call)
{
    return kernels::randomStream(call.facts->seed, call.trainingStep, call.op->stage, call.op->name);
}

} // namespace sublinear
