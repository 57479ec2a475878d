// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/lower.h"
#include "core/program/verify.h"
#include "core/schedule/policies.h"
#include "core/simulate/simulate.h"
#include "stack_cases.h"

#include <QTest>

namespace sublinear::test {

inline PolicySpec spec(PolicyId id, std::optional<Count> number = std::nullopt)
{
    PolicySpec made;
    made.id = id;
    made.number = number;
    return made;
}

/// A stack whose policies are lowered and checked.
struct Stack {
    ResolvedScenario scenario;
    Chain chain;
    Bytes A = 0; ///< one layer's saved set
    Bytes x = 0; ///< one layer's input
    Bytes W = 0; ///< what one layer alone adds to A + x

    [[nodiscard]] Program program(const PolicySpec& policy, const LowerOptions& options = {}) const
    {
        const Result<Schedule> schedule = makeSchedule(policy, chain.layers());
        if (!schedule) {
            qFatal("%s", schedule.error().message.c_str());
        }
        const Result<Program> made = lower(chain, *schedule, options);
        if (!made) {
            qFatal("%s: %s", policyText(policy).c_str(), made.error().message.c_str());
        }
        const Status legal = verify(*made);
        if (!legal) {
            qFatal("%s: %s", policyText(policy).c_str(), legal.error().message.c_str());
        }
        return *made;
    }
    [[nodiscard]] Bytes peak(const PolicySpec& policy) const { return simulate(program(policy)).peakBytes; }
    /// Recomputed FLOPs in forward passes of the layers.
    [[nodiscard]] double extra(const PolicySpec& policy) const
    {
        const Simulation run = simulate(program(policy));
        return run.recomputeFlops / run.forwardFlops;
    }
};

inline Stack stackOf(ResolvedScenario scenario)
{
    Stack stack;
    stack.scenario = scenario;
    const Count N = scenario.model.layers;
    scenario.model.layers = 1;
    Result<Chain> chain = makeChain(scenario);
    stack.chain = *chain;
    stack.A = savedBytes(chain->kinds[0]);
    stack.x = boundaryBytes(chain->kinds[0]);
    stack.W = stack.peak(spec(PolicyId::StoreAll)) - stack.A - stack.x;
    scenario.model.layers = N;
    stack.chain = *makeChain(scenario);
    return stack;
}

inline Stack fused(Count layers)
{
    ResolvedScenario scenario = gpt2(layers, 2, 64, 64, 4);
    scenario.recipe.attention = Attention::Fused;
    return stackOf(scenario);
}

} // namespace sublinear::test
