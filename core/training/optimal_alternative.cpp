// SPDX-License-Identifier: MIT
#include "core/training/optimal_alternative.h"

#include "core/training/rows.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sublinear {

std::optional<Alternative> optimalAlternative(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    const Recommendation& best = evaluation.recommendation;
    const bool nothingToGain = best.fits && best.extraForwardFraction == 0;
    if (scenario.accounting != Accounting::Training || scenario.checkpointing.policy == PolicyId::Optimal
        || nothingToGain) {
        return std::nullopt;
    }
    PolicySpec spec;
    spec.id = PolicyId::Optimal;
    const Result<TrainingStack> stack = trainingStack(scenario, std::array { spec });
    if (!stack || stack->leastBytes > stack->capacityBytes) {
        return std::nullopt;
    }
    const Result<OptimalPlan> plan =
        planOptimal(stack->model, stack->table, stack->capacityBytes - stack->states.totalBytes);
    if (!plan) {
        return std::nullopt;
    }
    const double extra = plan->recomputeFlops / stack->forwardFlops;
    const bool beaten = (best.fits && best.extraForwardFraction <= extra)
        || std::any_of(best.alternatives.begin(), best.alternatives.end(), [extra](const Alternative& other) {
               return other.fits && other.extraForwardFraction && *other.extraForwardFraction <= extra;
           });
    if (beaten) {
        return std::nullopt;
    }
    spec.number = plan->peakBytes;
    return Alternative { policyText(spec), plan->peakBytes + stack->states.totalBytes, true, extra };
}

void addOptimalAlternative(Evaluation& evaluation)
{
    if (std::optional<Alternative> found = optimalAlternative(evaluation)) {
        auto& alternatives = evaluation.recommendation.alternatives;
        alternatives.insert(alternatives.begin(), std::move(*found));
    }
}

} // namespace sublinear
