// SPDX-License-Identifier: MIT
#include "core/plan/alternatives.h"

#include <algorithm>

namespace sublinear {

namespace {

struct Candidate {
    PolicySpec spec;
    Count recomputedLayers = 0;
    Bytes totalBytes = 0;
};

bool better(const Candidate& a, const Candidate& b)
{
    if (a.recomputedLayers != b.recomputedLayers) {
        return a.recomputedLayers < b.recomputedLayers;
    }
    return a.totalBytes < b.totalBytes;
}

// One number of a policy, if it fits. A policy that recomputes nothing at this number is
// store_all under another name and left to it.
std::optional<Candidate> fitting(const ArticleStack& stack, const PolicySpec& spec)
{
    const std::optional<LawUnits> units = lawUnits(spec, stack.layers);
    if (!units || (units->recomputedLayers == 0 && spec.id != PolicyId::StoreAll)) {
        return std::nullopt;
    }
    const std::optional<Bytes> total =
        (activationBytes(*units, stack.layer.totalBytes, stack.layer.boundaryBytes) + stack.fixedBytes).value();
    if (!total || *total > stack.capacityBytes) {
        return std::nullopt;
    }
    return Candidate { spec, units->recomputedLayers, *total };
}

std::optional<Candidate> bestOf(const ArticleStack& stack, PolicySpec spec)
{
    if (policyInfo(spec.id).number == PolicyNumber::None) {
        return fitting(stack, spec);
    }
    std::optional<Candidate> best;
    const NumberRange range = numberRange(spec.id, stack.layers);
    for (Count number = range.first; number <= range.last; ++number) {
        spec.number = number;
        const std::optional<Candidate> candidate = fitting(stack, spec);
        if (candidate && (!best || better(*candidate, *best))) {
            best = candidate;
        }
    }
    return best;
}

// The largest batch of the chosen row, or where it has none of the recommended one.
std::optional<Alternative> smallerBatch(const ArticleStack& stack, const SweepRow& recommended, const SweepRow& chosen)
{
    const SweepRow& row = chosen.maxBatch > 0 ? chosen : recommended;
    if (chosen.fits || row.maxBatch == 0) {
        return std::nullopt;
    }
    // It fits, so it is within the capacity: no overflow.
    const Bytes activationsPerSequence = row.activationBytes / stack.batch;
    return Alternative { numberChange(row, chosen) + "workload.batch=" + std::to_string(row.maxBatch),
        stack.fixedBytes + row.maxBatch * activationsPerSequence, true };
}

} // namespace

std::string numberChange(const SweepRow& row, const SweepRow& chosen)
{
    const std::string_view field = numberField(row.policy);
    if (row.k == chosen.k || !row.k || field.empty()) {
        return {};
    }
    return std::string(field) + "=" + std::to_string(*row.k) + " ";
}

std::vector<Alternative> alternatives(
    const ArticleStack& stack, const ResolvedScenario& scenario, const SweepRow& recommended, const SweepRow& chosen)
{
    std::vector<Candidate> candidates;
    for (const PolicyInfo& info : allPolicies()) {
        const bool own = info.id == scenario.checkpointing.policy;
        if (!hasLaw(info.id) || (own && !scenario.checkpointing.candidates)) {
            continue;
        }
        PolicySpec spec;
        spec.id = info.id;
        const std::optional<Candidate> best = bestOf(stack, inScenario(std::move(spec), scenario));
        if (!best) {
            continue;
        }
        const double extraForward = static_cast<double>(best->recomputedLayers) / static_cast<double>(stack.layers);
        if (!recommended.fits || extraForward < recommended.extraForwardFraction) {
            candidates.push_back(*best);
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(), better);

    std::vector<Alternative> result;
    result.reserve(candidates.size() + 1);
    for (const Candidate& candidate : candidates) {
        result.push_back({ policyText(candidate.spec), candidate.totalBytes, true,
            static_cast<double>(candidate.recomputedLayers) / static_cast<double>(stack.layers) });
    }
    if (std::optional<Alternative> batch = smallerBatch(stack, recommended, chosen)) {
        result.push_back(std::move(*batch));
    }
    return result;
}

} // namespace sublinear
