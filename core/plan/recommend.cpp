// SPDX-License-Identifier: MIT
#include "core/plan/recommend.h"

#include "core/base/units.h"
#include "core/plan/alternatives.h"
#include "core/plan/article_model.h"
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

// The kind with the most bytes; the first of equals.
MemoryKind largestKind(const SweepRow& row)
{
    return static_cast<MemoryKind>(std::max_element(row.byKind.begin(), row.byKind.end()) - row.byKind.begin());
}

// The same of what no checkpointing setting changes.
MemoryKind largestFixedKind(SweepRow row)
{
    for (const MemoryKind kind :
        { MemoryKind::Activations, MemoryKind::Checkpoints, MemoryKind::Recomputed, MemoryKind::Transient }) {
        row.byKind[static_cast<std::size_t>(kind)] = 0;
    }
    return largestKind(row);
}

std::string largestText(const SweepRow& row, MemoryKind kind)
{
    std::string name(memoryKindName(kind));
    name.front() = static_cast<char>(name.front() | 0x20); // ASCII lower case: it stands inside a sentence
    return name + " (" + formatGiBUnit(row.byKind[static_cast<std::size_t>(kind)]) + ")";
}

std::string noneOf(PolicyId policy)
{
    switch (policyInfo(policy).number) {
    case PolicyNumber::M:
        return "No m";
    case PolicyNumber::Slots:
        return "No number of slots";
    case PolicyNumber::Budget:
        return "No budget";
    case PolicyNumber::K:
    case PolicyNumber::None:
        break;
    }
    return "No K";
}

std::string reasonText(const PlanLimits& limits, const SweepRow& row)
{
    const std::string number = numberWords(row.policy, row.k);
    const std::string need = ofCapacity(row.totalBytes, limits.capacityBytes);
    const std::string largest = "; the largest term is " + largestText(row, largestKind(row)) + ".";
    if (row.fits && row.extraForwardFraction == 0) {
        const bool whole = (row.remade & (kGeluGroup | kNormsGroup)) == kNoGroup;
        return (whole ? "Everything can be kept: " : "No layer need run again: ") + need + " with "
            + freeWords(row.remade) + largest;
    }
    if (row.fits) {
        return "Of what fits, " + number + " recomputes least: " + need + " at "
            + forwardWords(row.extraForwardFraction) + largest;
    }
    if (limits.fixedBytes > limits.capacityBytes) {
        return "No checkpointing setting can help: " + std::string(limits.fixedNames) + " alone take "
            + ofCapacity(limits.fixedBytes, limits.capacityBytes) + "; the largest term is "
            + (limits.fixedLargest.empty() ? largestText(row, largestFixedKind(row)) : std::string(limits.fixedLargest))
            + ".";
    }
    const std::string atBatch = " at batch " + std::to_string(limits.batch) + ": ";
    if (!row.k) {
        return upperFirst(number) + " does not fit" + atBatch + need + largest;
    }
    // other policies may: that is for the alternatives to say
    return (limits.listedOnly ? "None of the listed candidates" : noneOf(row.policy)) + " fits" + atBatch + number
        + " needs least, " + need + largest;
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

Recommendation recommendRow(const PlanLimits& limits, const SweepRow& row)
{
    Recommendation recommendation;
    recommendation.fits = row.fits;
    recommendation.policy = row.policy;
    recommendation.k = row.k;
    recommendation.batch = limits.batch;
    recommendation.totalBytes = row.totalBytes;
    recommendation.extraForwardFraction = row.extraForwardFraction;
    recommendation.remade = row.remade;
    recommendation.marginBytes = limits.capacityBytes - row.totalBytes;
    recommendation.dominant = largestKind(row);
    recommendation.reason = reasonText(limits, row);
    return recommendation;
}

Recommendation recommend(const ArticleStack& stack, const ResolvedScenario& scenario, std::span<const SweepRow> sweep,
    const SweepRow& chosen)
{
    SweepRow row = *bestRow(sweep, scenario.checkpointing.candidates);
    row.remade = static_cast<TensorGroups>(row.remade & kArticleGroups); // no results of norms to make again
    Recommendation recommendation =
        recommendRow({ stack.fixedBytes, "parameters and optimizer states", {}, stack.capacityBytes, stack.batch,
                         scenario.checkpointing.candidates.has_value() },
            row);
    recommendation.alternatives = alternatives(stack, scenario, row, chosen);
    return recommendation;
}

} // namespace sublinear
