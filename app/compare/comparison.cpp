// SPDX-License-Identifier: MIT
#include "app/compare/comparison.h"

#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/language/core_text.h"
#include "app/model/edit_text.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/plan/words.h"
#include "core/scenario/fields.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace sublinear {

namespace {

using Row = Comparison::Row;
using Scenarios = std::vector<ComparedScenario>;

QString tr(const char* text)
{
    return QCoreApplication::translate("Comparison", text);
}

template <class Text> Row rowOfAll(const QString& name, const Scenarios& scenarios, const Text& text)
{
    Row row { name, {} };
    for (const ComparedScenario& each : scenarios) {
        row.cells << text(each.evaluation);
    }
    return row;
}

/// Marks the highest by `worth`; where all are worth the same none is.
template <class Worth> void rank(Row& row, const Scenarios& scenarios, const Worth& worth)
{
    std::vector<double> values;
    for (const ComparedScenario& each : scenarios) {
        values.push_back(worth(each.evaluation));
    }
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (values.size() < 2 || *least == *most) {
        return;
    }
    for (const double value : values) {
        row.best.push_back(value == *most);
    }
}

std::vector<Row> inputRows(const Scenarios& scenarios, bool all)
{
    std::vector<Row> rows;
    std::vector<Scenario> filled;
    for (const ComparedScenario& each : scenarios) {
        filled.push_back(complete(each.evaluation.scenario));
    }
    for (const Field& field : allFields()) {
        Row row { fromCore(field.label), {} };
        bool differs = false;
        for (const Scenario& scenario : filled) {
            const FieldValue value = field.get(scenario);
            differs = differs || value != field.get(filled.front());
            row.cells << (std::holds_alternative<std::monostate>(value) ? QStringLiteral("\u2013")
                                                                        : valueText(field, value));
        }
        if (differs || all) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void addBytes(std::vector<Row>& rows, const Scenarios& scenarios)
{
    const auto total = [](const Evaluation& each) { return -static_cast<double>(each.memory.totalBytes); };
    const bool sameAccounting = std::all_of(scenarios.begin(), scenarios.end(),
        [&](const ComparedScenario& each) { return areComparable(each.evaluation, scenarios.front().evaluation); });
    Row sum =
        rowOfAll(tr("Total, GiB"), scenarios, [](const Evaluation& each) { return gibText(each.memory.totalBytes); });
    Row margin = rowOfAll(
        tr("To spare, GiB"), scenarios, [](const Evaluation& each) { return gibText(each.memory.marginBytes); });
    if (sameAccounting) {
        rank(sum, scenarios, total);
        rank(margin, scenarios, [](const Evaluation& each) { return static_cast<double>(each.memory.marginBytes); });
    }
    rows.push_back(std::move(sum));
    rows.push_back(std::move(margin));
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        if (std::any_of(scenarios.begin(), scenarios.end(),
                [kind](const ComparedScenario& each) { return each.evaluation.memory.bytesOf(kind) > 0; })) {
            rows.push_back(rowOfAll(tr("%1, GiB").arg(kindName(kind)), scenarios,
                [kind](const Evaluation& each) { return gibText(each.memory.bytesOf(kind)); }));
        }
    }
}

std::vector<Row> resultRows(const Scenarios& scenarios)
{
    std::vector<Row> rows;
    Row verdict = rowOfAll(tr("Verdict"), scenarios,
        [](const Evaluation& each) { return each.memory.fits ? tr("\u2713 fits") : tr("\u2717 does not fit"); });
    rows.push_back(std::move(verdict));
    addBytes(rows, scenarios);
    Row forward = rowOfAll(tr("Extra forward"), scenarios, [](const Evaluation& each) {
        return QStringLiteral("+") + toQString(formatPercent(each.chosen.extraForwardFraction));
    });
    rank(forward, scenarios, [](const Evaluation& each) { return -each.chosen.extraForwardFraction; });
    rows.push_back(std::move(forward));
    rows.push_back(rowOfAll(tr("Recommended"), scenarios, [](const Evaluation& each) {
        PolicySpec spec;
        spec.id = each.recommendation.policy;
        spec.number = each.recommendation.k;
        const QString text = toQString(policyText(spec));
        return each.recommendation.fits ? text : tr("%1 (does not fit)").arg(text);
    }));
    Row batch = rowOfAll(tr("Largest batch"), scenarios,
        [](const Evaluation& each) { return toQString(formatGrouped(each.chosen.maxBatch)); });
    rank(batch, scenarios, [](const Evaluation& each) { return static_cast<double>(each.chosen.maxBatch); });
    rows.push_back(std::move(batch));
    Row throughput = rowOfAll(tr("Throughput"), scenarios, [](const Evaluation& each) {
        return tr("%1 %2").arg(toQString(throughputText(each.chosen.throughput, each.timedOn.has_value())),
            each.timedOn ? tr("samples per second") : findings::throughputUnitText(each.scenario.accounting));
    });
    // In training accounting a unit is the scenario's own store-all step.
    if (std::all_of(scenarios.begin(), scenarios.end(), [&](const ComparedScenario& each) {
            return haveSameThroughput(each.evaluation, scenarios.front().evaluation)
                && (each.evaluation.timedOn || each.evaluation.scenario.accounting == Accounting::Article);
        })) {
        rank(throughput, scenarios, [](const Evaluation& each) { return each.chosen.throughput; });
    }
    rows.push_back(std::move(throughput));
    return rows;
}

} // namespace

Comparison compare(const std::vector<ComparedScenario>& scenarios, bool allInputs)
{
    Comparison comparison;
    for (const ComparedScenario& each : scenarios) {
        comparison.names << each.name;
    }
    if (!scenarios.empty()) {
        comparison.inputs = inputRows(scenarios, allInputs);
        comparison.results = resultRows(scenarios);
    }
    return comparison;
}

QString cellText(const Comparison::Row& row, qsizetype scenario)
{
    const auto index = static_cast<std::size_t>(scenario);
    const bool best = index < row.best.size() && row.best[index];
    return best ? QStringLiteral("\u2605 ") + row.cells[scenario] : row.cells[scenario];
}

} // namespace sublinear
