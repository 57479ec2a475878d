// SPDX-License-Identifier: MIT
#include "core/plan/alternatives.h"

#include "core/base/units.h"

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

bool improvesOn(const Figures& other, const SweepRow& recommended)
{
    if (!recommended.fits || other.extraForwardFraction != recommended.extraForwardFraction) {
        return !recommended.fits || other.extraForwardFraction < recommended.extraForwardFraction;
    }
    return other.totalBytes < recommended.totalBytes;
}

bool isListed(const std::vector<Alternative>& listed, Bytes totalBytes)
{
    return std::any_of(
        listed.begin(), listed.end(), [totalBytes](const Alternative& each) { return each.totalBytes == totalBytes; });
}

Alternative largerDevice(const SweepRow& row, const SweepRow& chosen)
{
    const Count wholeGiB = row.totalBytes / kGiB + (row.totalBytes % kGiB != 0 ? 1 : 0);
    return { numberChange(row, chosen) + "device.memory_bytes=" + std::to_string(wholeGiB) + "GiB", row.totalBytes,
        true };
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
        if (improvesOn({ extraForward, best->totalBytes }, recommended)) {
            candidates.push_back(*best);
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(), better);

    std::vector<Alternative> result;
    result.reserve(candidates.size() + 1);
    for (const Candidate& candidate : candidates) {
        if (isListed(result, candidate.totalBytes)) {
            continue;
        }
        result.push_back({ policyText(candidate.spec), candidate.totalBytes, true,
            static_cast<double>(candidate.recomputedLayers) / static_cast<double>(stack.layers) });
    }
    if (std::optional<Alternative> batch = smallerBatch(stack, recommended, chosen)) {
        result.push_back(std::move(*batch));
    }
    if (!recommended.fits && result.empty()) {
        result.push_back(largerDevice(recommended, chosen));
    }
    return result;
}

} // namespace sublinear
