// SPDX-License-Identifier: MIT
#include "core/training/advise.h"

#include "core/plan/recommend.h"
#include "core/policy/law.h"

#include <algorithm>
#include <optional>

namespace sublinear {

namespace {

struct Candidate {
    PolicySpec spec;
    TrainingRows::Brief brief;
};

bool better(const Candidate& a, const Candidate& b)
{
    if (a.brief.extraForwardFraction != b.brief.extraForwardFraction) {
        return a.brief.extraForwardFraction < b.brief.extraForwardFraction;
    }
    return a.brief.totalBytes < b.brief.totalBytes;
}

// The best number of a policy that fits; what recomputes nothing is left to store_all, except
// for `selective`, whose cheap tensors cost no FLOPs.
std::optional<Candidate> bestOf(const TrainingStack& stack, TrainingRows& rows, PolicySpec spec)
{
    std::optional<Candidate> best;
    const auto consider = [&] {
        const std::optional<TrainingRows::Brief> brief = rows.brief(spec);
        const bool named = spec.id == PolicyId::StoreAll || spec.id == PolicyId::Selective;
        if (!brief || brief->totalBytes > stack.capacityBytes || (brief->extraForwardFraction == 0 && !named)) {
            return;
        }
        const Candidate candidate { spec, *brief };
        if (!best || better(candidate, *best)) {
            best = candidate;
        }
    };
    if (policyInfo(spec.id).number == PolicyNumber::None) {
        consider();
        return best;
    }
    const NumberRange range = numberRange(spec.id, stack.layers);
    for (Count number = range.first; number <= range.last; ++number) {
        spec.number = number;
        consider();
    }
    return best;
}

PolicySpec specOf(PolicyId id, const ResolvedScenario& scenario)
{
    PolicySpec spec;
    spec.id = id;
    return inScenario(std::move(spec), scenario);
}

// The total at the largest batch that fits, with the chosen row's steps.
std::optional<Alternative> smallerBatch(
    const TrainingStack& stack, TrainingRows& rows, const ResolvedScenario& scenario, const SweepRow& chosen)
{
    if (chosen.fits || chosen.maxBatch == 0 || !rows.brief(chosenPolicy(scenario))) {
        return std::nullopt;
    }
    const LayerPeak peak = simulateRuns(stack.model, tableAt(stack.model, chosen.maxBatch), rows.runs());
    return Alternative { "workload.batch=" + std::to_string(chosen.maxBatch),
        static_cast<Bytes>(peak.bytes) + stack.states.totalBytes, true };
}

} // namespace

Recommendation adviseTraining(const TrainingStack& stack, TrainingRows& rows, const ResolvedScenario& scenario,
    std::span<const SweepRow> sweep, const SweepRow& chosen)
{
    const auto& candidates = scenario.checkpointing.candidates;
    const SweepRow* found = bestRow(sweep, candidates);
    const SweepRow& row = found == nullptr ? chosen : *found;
    Recommendation recommendation =
        recommendRow({ stack.states.totalBytes, "parameters, gradients, optimizer states and reserve",
                         stack.capacityBytes, stack.batch, candidates.has_value() },
            row);
    std::vector<Candidate> others;
    for (const PolicyInfo& info : allPolicies()) {
        const bool own = info.id == scenario.checkpointing.policy && !candidates;
        if (own || info.number == PolicyNumber::Slots || info.number == PolicyNumber::Budget) {
            continue;
        }
        const std::optional<Candidate> best = bestOf(stack, rows, specOf(info.id, scenario));
        if (best && (!row.fits || best->brief.extraForwardFraction < row.extraForwardFraction)) {
            others.push_back(*best);
        }
    }
    std::stable_sort(others.begin(), others.end(), better);
    for (const Candidate& other : others) {
        recommendation.alternatives.push_back({ policyText(other.spec), other.brief.totalBytes, true });
    }
    if (std::optional<Alternative> batch = smallerBatch(stack, rows, scenario, chosen)) {
        recommendation.alternatives.push_back(std::move(*batch));
    }
    return recommendation;
}

} // namespace sublinear
