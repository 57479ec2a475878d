// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/run/memory.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/stop.h"

namespace sublinear {

/// Draws every weight and sets AdamW's moments to zero. A weight's values depend on the seed, its
/// stage and its name alone: matrices have deviation 0.02 (those that end a branch 0.02/sqrt(2N)),
/// norms are 1 and biases not 0, so that neither can be left out unseen. Left half done if it is
/// stopped.
void initialiseStates(const RunPlan& plan, Memory& memory, ThreadPool& pool, Stop* stop);

/// The values of one weight, into host memory: what initialiseStates draws for it.
void drawWeight(const RunPlan& plan, ParameterId id, std::byte* values, ThreadPool& pool);

} // namespace sublinear
