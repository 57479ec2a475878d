// SPDX-License-Identifier: MIT
#include "core/plan/recommend.h"

#include "core/base/units.h"
#include "core/plan/alternatives.h"
#include "core/plan/split.h"
#include "core/plan/words.h"

#include <algorithm>

namespace sublinear {

namespace {

bool smallerNumber(const SweepRow& a, const SweepRow& b)
{
    return a.k.value_or(0) < b.k.value_or(0);
}

bool recomputesLess(const SweepRow& a, const SweepRow& b)
{
    if (a.extraForwardFraction != b.extraForwardFraction) {
        return a.extraForwardFraction < b.extraForwardFraction;
    }
    return a.totalBytes != b.totalBytes ? a.totalBytes < b.totalBytes : smallerNumber(a, b);
}

bool needsLess(const SweepRow& a, const SweepRow& b)
{
    if (a.totalBytes != b.totalBytes) {
        return a.totalBytes < b.totalBytes;
    }
    return a.extraForwardFraction != b.extraForwardFraction ? a.extraForwardFraction < b.extraForwardFraction
                                                            : smallerNumber(a, b);
}

const SweepRow* bestAmong(std::span<const SweepRow> sweep, const std::vector<Count>* numbers)
{
    const SweepRow* best = nullptr;
    for (const SweepRow& row : sweep) {
        if (numbers != nullptr && (!row.k || std::find(numbers->begin(), numbers->end(), *row.k) == numbers->end())) {
            continue;
        }
        const bool take = best == nullptr
            || (row.fits != best->fits ? row.fits
                    : row.fits         ? recomputesLess(row, *best)
                                       : needsLess(row, *best));
        if (take) {
            best = &row;
        }
    }
    return best;
}

std::string largestText(const MemorySplit& split)
{
    const MemoryKind kind = largestKind(split);
    std::string name(memoryKindName(kind));
    name.front() = static_cast<char>(name.front() | 0x20); // ASCII lower case: it stands inside a sentence
    return name + " (" + formatGiBUnit(split.bytesOf(kind)) + ")";
}

std::string reasonText(const ArticleStack& stack, const MemorySplit& split, const SweepRow& row, bool listedOnly)
{
    const std::string number = numberWords(row.policy, row.k);
    const std::string need = ofCapacity(row.totalBytes, stack.capacityBytes);
    if (row.fits && row.extraForwardFraction == 0) {
        return "Everything can be kept: " + need + " with nothing recomputed; the largest term is " + largestText(split)
            + ".";
    }
    if (row.fits) {
        return "Of what fits, " + number + " recomputes least: " + need + " at "
            + forwardWords(row.extraForwardFraction) + "; the largest term is " + largestText(split) + ".";
    }
    if (stack.fixedBytes > stack.capacityBytes) {
        return "No checkpointing setting can help: parameters and optimizer states alone take "
            + ofCapacity(stack.fixedBytes, stack.capacityBytes) + "; the largest term is " + largestText(split) + ".";
    }
    return (listedOnly ? "None of the listed candidates fits at batch " : "Nothing fits at batch ")
        + std::to_string(stack.batch) + ": " + number + " needs least, " + need + "; the largest term is "
        + largestText(split) + ".";
}

} // namespace

const SweepRow* bestRow(std::span<const SweepRow> sweep, const std::optional<std::vector<Count>>& candidates)
{
    if (candidates && !candidates->empty()) {
        if (const SweepRow* best = bestAmong(sweep, &*candidates)) {
            return best;
        }
    }
    return bestAmong(sweep, nullptr);
}

Recommendation recommend(const ArticleStack& stack, const ResolvedScenario& scenario, std::span<const SweepRow> sweep,
    const SweepRow& chosen)
{
    const SweepRow& row = *bestRow(sweep, scenario.checkpointing.candidates);
    PolicySpec spec = chosenPolicy(scenario);
    spec.number = row.k;
    // The row has a law and a total, or it would not be in the sweep.
    const std::optional<LawUnits> units = lawUnits(spec, stack.layers);
    const MemorySplit split = articleSplit(stack, spec, units.value_or(LawUnits {})).value_or(MemorySplit {});

    Recommendation recommendation;
    recommendation.fits = row.fits;
    recommendation.policy = row.policy;
    recommendation.k = row.k;
    recommendation.batch = stack.batch;
    recommendation.totalBytes = row.totalBytes;
    recommendation.extraForwardFraction = row.extraForwardFraction;
    recommendation.marginBytes = stack.capacityBytes - row.totalBytes;
    recommendation.dominant = largestKind(split);
    recommendation.reason = reasonText(stack, split, row, scenario.checkpointing.candidates.has_value());
    recommendation.alternatives = alternatives(stack, scenario, row, chosen);
    return recommendation;
}

} // namespace sublinear
