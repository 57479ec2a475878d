// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/loss.h"
#include "gpu/run/run_facts.h"

namespace sublinear {

/// What a run is trained on: drawn once from its seed, the same in every step.
inline kernels::RandomStream tokenStream(const RunFacts& facts)
{
    return kernels::randomStream(facts.seed, 0, 0, "tokens");
}

/// The token that row `row` of B*S has to predict: the next one of its sequence.
inline std::int32_t targetOf(const RunFacts& facts, std::int64_t row)
{
    const Count S = facts.shape.sequence;
    return kernels::tokenAt(tokenStream(facts), row / S, row % S + 1, S, facts.shape.vocab);
}

} // namespace sublinear
