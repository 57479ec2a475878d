// SPDX-License-Identifier: MIT
#include "core/plan/thinned_sweep.h"

#include "core/plan/recommend.h"
#include "core/policy/law.h"

#include <algorithm>

namespace sublinear {

namespace {

using Sweep = std::vector<SweepRow>;

Sweep::iterator placeOf(Sweep& sweep, Count number)
{
    return std::lower_bound(sweep.begin(), sweep.end(), number,
        [](const SweepRow& row, Count wanted) { return row.k.value_or(0) < wanted; });
}

// The row at a number, taken from the sweep where it stands there.
std::optional<SweepRow> rowOf(Sweep& sweep, Count number, const RowAt& rowAt)
{
    const auto place = placeOf(sweep, number);
    return place != sweep.end() && place->k == number ? std::optional(*place) : rowAt(number);
}

void insertRow(Sweep& sweep, const SweepRow& row)
{
    const auto place = placeOf(sweep, row.k.value_or(0));
    if (place == sweep.end() || place->k != row.k) {
        sweep.insert(place, row);
    }
}

// The last row for which `holds`, from one for which it does up to `end`, which is out.
template <class Holds>
SweepRow lastThat(Sweep& sweep, SweepRow known, Count end, const RowAt& rowAt, const Holds& holds)
{
    while (end - known.k.value_or(end) > 1) {
        const Count middle = *known.k + (end - *known.k) / 2;
        const std::optional<SweepRow> row = rowOf(sweep, middle, rowAt);
        if (row && holds(*row)) {
            known = *row;
        } else {
            end = middle;
        }
    }
    return known;
}

void refineBest(Sweep& sweep, Count layers, const RowAt& rowAt)
{
    const SweepRow* best = bestRow(sweep, std::nullopt);
    if (best == nullptr || !best->fits || !best->k) {
        return;
    }
    const SweepRow most = lastThat(sweep, *best, layers + 1, rowAt, [](const SweepRow& row) { return row.fits; });
    insertRow(sweep, most);
    const std::optional<SweepRow> first = rowOf(sweep, 1, rowAt);
    if (!first || first->extraForwardFraction <= most.extraForwardFraction) {
        return;
    }
    const SweepRow before = lastThat(sweep, *first, most.k.value_or(1), rowAt,
        [&most](const SweepRow& row) { return row.extraForwardFraction > most.extraForwardFraction; });
    if (const std::optional<SweepRow> least = rowOf(sweep, before.k.value_or(0) + 1, rowAt)) {
        insertRow(sweep, *least);
    }
}

} // namespace

bool isThinned(const Evaluation& evaluation)
{
    return policyInfo(evaluation.scenario.checkpointing.policy).number == PolicyNumber::Slots
        && evaluation.scenario.model.layers > kMostSlotsSwept;
}

void completeThinned(std::vector<SweepRow>& sweep, const ResolvedScenario& scenario, const RowAt& rowAt)
{
    const PolicyId policy = scenario.checkpointing.policy;
    const Count layers = scenario.model.layers;
    const NumberRange range = numberRange(policy, layers);
    const bool whole = range.last < range.first
        || sweptNumbers(policy, layers).size() == static_cast<std::size_t>(range.last - range.first + 1);
    if (whole || sweep.empty()) {
        return;
    }
    std::vector<Count> wanted = scenario.checkpointing.candidates.value_or(std::vector<Count> {});
    if (const std::optional<Count> own = chosenPolicy(scenario).number) {
        wanted.push_back(*own);
    }
    for (const Count number : wanted) {
        if (const std::optional<SweepRow> row = rowOf(sweep, number, rowAt)) {
            insertRow(sweep, *row);
        }
    }
    refineBest(sweep, layers, rowAt);
}

} // namespace sublinear
