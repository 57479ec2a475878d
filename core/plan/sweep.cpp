// SPDX-License-Identifier: MIT
#include "core/plan/sweep.h"

namespace sublinear {

namespace {

std::array<Bytes, kMemoryKinds> byKind(const ArticleStack& stack, const LawUnits& units)
{
    std::array<Bytes, kMemoryKinds> bytes = {};
    for (const ArticlePart& part : articleParts(stack, units)) {
        bytes[static_cast<std::size_t>(part.kind)] += part.bytes;
    }
    return bytes;
}

} // namespace

Count largestBatch(const ArticleStack& stack, const LawUnits& units)
{
    if (stack.fixedBytes > stack.capacityBytes) {
        return 0;
    }
    const std::optional<Bytes> perSequence =
        activationBytes(units, stack.actPerSequence, stack.inputPerSequence).value();
    if (!perSequence || *perSequence == 0) {
        return 0; // one sequence alone is over every capacity
    }
    return (stack.capacityBytes - stack.fixedBytes) / *perSequence;
}

std::optional<SweepRow> articleRow(const ArticleStack& stack, const PolicySpec& spec, const LawUnits& units)
{
    const Checked activations = activationBytes(units, stack.layer.totalBytes, stack.layer.boundaryBytes);
    const std::optional<Bytes> total = (activations + stack.fixedBytes).value();
    if (!total) {
        return std::nullopt;
    }
    SweepRow row;
    row.policy = spec.id;
    row.k = spec.number;
    row.activationBytes = activations.value().value_or(0);
    row.totalBytes = *total;
    row.byKind = byKind(stack, units);
    row.savedFraction = static_cast<double>(stack.storeAllBytes - *total) / static_cast<double>(stack.storeAllBytes);
    row.extraForwardFraction = static_cast<double>(units.recomputedLayers) / static_cast<double>(stack.layers);
    row.extraStepFraction = row.extraForwardFraction / kForwardsPerStep;
    row.fits = *total <= stack.capacityBytes;
    row.maxBatch = largestBatch(stack, units);
    // The article's assumption: the time of a step does not depend on the batch.
    row.throughput = static_cast<double>(row.maxBatch) / (1 + row.extraStepFraction);
    return row;
}

void appendSweep(const ArticleStack& stack, PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut)
{
    const auto append = [&] {
        const std::optional<LawUnits> units = lawUnits(spec, stack.layers);
        if (!units) {
            return;
        }
        if (const std::optional<SweepRow> row = articleRow(stack, spec, *units)) {
            rows.push_back(*row);
        } else {
            ++leftOut;
        }
    };
    if (spec.number || policyInfo(spec.id).number == PolicyNumber::None) {
        append();
        return;
    }
    const NumberRange range = numberRange(spec.id, stack.layers);
    rows.reserve(rows.size() + static_cast<std::size_t>(range.last - range.first + 1));
    for (Count number = range.first; number <= range.last; ++number) {
        spec.number = number;
        append();
    }
}

std::vector<SweepRow> rowsAtNumber(const ArticleStack& stack, const PolicySpec& chosen, Count k)
{
    std::vector<SweepRow> rows;
    rows.reserve(allPolicies().size());
    for (const PolicyInfo& info : allPolicies()) {
        PolicySpec spec = chosen;
        if (info.id != chosen.id) {
            spec = PolicySpec {};
            spec.id = info.id;
        }
        if (info.number == PolicyNumber::K || info.number == PolicyNumber::M) {
            spec.number = k;
        }
        const std::optional<LawUnits> units = lawUnits(spec, stack.layers);
        if (!units) {
            continue;
        }
        if (const std::optional<SweepRow> row = articleRow(stack, spec, *units)) {
            rows.push_back(*row);
        }
    }
    return rows;
}

} // namespace sublinear
