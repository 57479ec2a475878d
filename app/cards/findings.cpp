// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/cards/finding_text.h"
#include "app/charts/number_span.h"
#include "app/language/language.h"
#include "core/base/units.h"

#include <algorithm>
#include <vector>

namespace sublinear {

namespace findings {

QString split(const Evaluation& evaluation)
{
    const auto& rows = evaluation.memory.rows;
    if (rows.empty()) {
        return tr("Memory split");
    }
    const auto largest = std::max_element(
        rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) { return a.bytes < b.bytes; });
    const double share = static_cast<double>(largest->bytes) / static_cast<double>(evaluation.memory.totalBytes);
    return tr("Largest: %1, %2").arg(withinSentence(kindName(largest->kind)), percent(share));
}

QString layer(const Evaluation& evaluation, const QString& dropped, Bytes kept)
{
    const auto& components = evaluation.layer.components;
    if (components.empty()) {
        return tr("One layer's tensors");
    }
    if (!dropped.isEmpty()) {
        const double stays = static_cast<double>(kept) / static_cast<double>(evaluation.layer.totalBytes);
        return tr("Without %1: %2 stay").arg(dropped, percent(stays));
    }
    const auto largest = std::max_element(components.begin(), components.end(),
        [](const LayerComponent& a, const LayerComponent& b) { return a.bytes < b.bytes; });
    const QString name = QCoreApplication::translate("LayerComponent", std::string(largest->name).c_str());
    const double share = static_cast<double>(largest->bytes) / static_cast<double>(evaluation.layer.totalBytes);
    return tr("%1: %2").arg(name, percent(share));
}

QString frontier(const Evaluation& evaluation)
{
    const std::vector<SweepRow>& rows = evaluation.sweep;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t fair = 0;
    const auto count = [&](const SweepRow& row) {
        ++all;
        fair += row.pareto ? 1 : 0;
    };
    std::for_each(rows.begin(), rows.end(), count);
    const std::ptrdiff_t own = all;
    for (const SweepRow& row : evaluation.compared) { // of the chosen policy the chart shows its sweep alone
        if (row.policy != evaluation.scenario.checkpointing.policy) {
            count(row);
        }
    }
    if (all == 1) {
        return tr("One point, nothing to trade");
    }
    if (fair == all) {
        return tr("Every point is a fair trade");
    }
    // With the article's K all numbers past the front's last cost more and save no more; with other
    // policies they may cost the same, or the dominated ones lie elsewhere.
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const SweepRow& row) { return row.pareto; });
    const auto past = [&](const auto& is) {
        return all == own && last != rows.rbegin() && std::all_of(rows.rbegin(), last, is);
    };
    if (past([&](const SweepRow& row) {
            return row.extraForwardFraction > last->extraForwardFraction && row.totalBytes >= last->totalBytes;
        })) {
        return tr("Past %1 you pay more for less").arg(numberSpan(evaluation).nameOf(last->k.value_or(0)));
    }
    if (past([&](const SweepRow& row) {
            return row.extraForwardFraction >= last->extraForwardFraction && row.totalBytes >= last->totalBytes;
        })) {
        return tr("Past %1 nothing is gained").arg(numberSpan(evaluation).nameOf(last->k.value_or(0)));
    }
    return tr("Fair trades: %1 of %2 points").arg(fair).arg(all);
}

} // namespace findings

} // namespace sublinear
