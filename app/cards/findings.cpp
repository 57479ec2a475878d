// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/charts/sweep_rows.h"
#include "core/base/units.h"
#include "core/policy/law.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Findings", text);
}

QString gib(Bytes bytes)
{
    return QString::fromStdString(formatGiBUnit(bytes));
}

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

/// The K at which `pick` is best, closed up: "K=5 to 7", "K=4 and 8", "K=2, 3 and 9 to 12".
template <class Value> QString bestNumbers(const Evaluation& evaluation, Value best, Value (*pick)(const SweepRow&))
{
    const std::vector<SweepRow>& rows = evaluation.sweep;
    const QString letter = numberSpan(evaluation).letter;
    if (letter.isEmpty()) {
        return tr("This policy");
    }
    QStringList parts;
    for (std::size_t i = 0; i < rows.size();) {
        if (pick(rows[i]) != best) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end + 1 < rows.size() && pick(rows[end + 1]) == best) {
            ++end;
        }
        const QString first = QString::number(rows[i].k.value_or(0));
        const QString last = QString::number(rows[end].k.value_or(0));
        parts << (end == i     ? first
                : end == i + 1 ? first + QStringLiteral(", ") + last
                               : tr("%1 to %2").arg(first, last));
        i = end + 1;
    }
    if (parts.size() > 2) {
        parts = { parts[0], tr("others") };
    }
    return letter + QLatin1Char('=') + parts.join(tr(" and "));
}

Bytes totalOf(const SweepRow& row)
{
    return row.totalBytes;
}
Count batchOf(const SweepRow& row)
{
    return row.maxBatch;
}
double throughputOf(const SweepRow& row)
{
    return row.throughput;
}

template <class Value> Value least(const std::vector<SweepRow>& rows, Value (*pick)(const SweepRow&))
{
    Value best = pick(rows.front());
    for (const SweepRow& row : rows) {
        best = std::min(best, pick(row));
    }
    return best;
}
template <class Value> Value most(const std::vector<SweepRow>& rows, Value (*pick)(const SweepRow&))
{
    Value best = pick(rows.front());
    for (const SweepRow& row : rows) {
        best = std::max(best, pick(row));
    }
    return best;
}

std::vector<LayerFate> fatesOf(const Evaluation& evaluation)
{
    return layerFates(chosenPolicy(evaluation.scenario), evaluation.scenario.model.layers);
}

Count countOf(const std::vector<LayerFate>& fates, LayerFate fate)
{
    return std::count(fates.begin(), fates.end(), fate);
}

} // namespace

QString kindName(MemoryKind kind)
{
    const std::string_view name = memoryKindName(kind);
    return QCoreApplication::translate("MemoryKind", std::string(name).c_str());
}

QString policyName(PolicyId policy)
{
    return QCoreApplication::translate("PolicyName", std::string(policyInfo(policy).name).c_str());
}

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
    return tr("Largest part: %1, %2").arg(kindName(largest->kind).toLower(), percent(share));
}

QString layer(const Evaluation& evaluation)
{
    const auto& components = evaluation.layer.components;
    if (components.empty()) {
        return tr("One layer's tensors");
    }
    const auto largest = std::max_element(components.begin(), components.end(),
        [](const LayerComponent& a, const LayerComponent& b) { return a.bytes < b.bytes; });
    const QString name = QCoreApplication::translate("LayerComponent", std::string(largest->name).c_str());
    const double share = static_cast<double>(largest->bytes) / static_cast<double>(evaluation.layer.totalBytes);
    return tr("%1: %2 of a layer").arg(name, percent(share));
}

QString depth(const Evaluation& evaluation)
{
    const auto fates = fatesOf(evaluation);
    const Count kept = countOf(fates, LayerFate::Kept) + countOf(fates, LayerFate::Checkpoint);
    const Count all = evaluation.scenario.model.layers;
    return kept == all ? tr("All %1 layers are kept").arg(all)
                       : tr("%1 of %2 layers kept, %3 recomputed").arg(kept).arg(all).arg(all - kept);
}

QString memory(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Memory over K");
    }
    const Bytes best = least(evaluation.sweep, totalOf);
    return tr("%1 needs least: %2").arg(bestNumbers(evaluation, best, totalOf), gib(best));
}

QString batch(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Largest batch over K");
    }
    const Count best = most(evaluation.sweep, batchOf);
    if (best == 0) {
        const QString letter = numberSpan(evaluation).letter;
        return letter.isEmpty() ? tr("No batch fits") : tr("No batch fits at any %1").arg(letter);
    }
    return tr("%1 fits the largest batch: %2").arg(bestNumbers(evaluation, best, batchOf)).arg(best);
}

QString frontier(const Evaluation& evaluation)
{
    const std::vector<SweepRow>& rows = evaluation.sweep;
    const auto fair = std::count_if(rows.begin(), rows.end(), [](const SweepRow& row) { return row.pareto; });
    if (fair == static_cast<std::ptrdiff_t>(rows.size())) {
        return tr("Every point is a fair trade");
    }
    // Past the front's last number all cost more and save no more: so it is with the article's K,
    // but not with every policy's number.
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const SweepRow& row) { return row.pareto; });
    const bool dearer = last != rows.rbegin() && std::all_of(rows.rbegin(), last, [&](const SweepRow& row) {
        return row.extraForwardFraction > last->extraForwardFraction && row.totalBytes >= last->totalBytes;
    });
    return dearer ? tr("Past %1=%2 you pay more for less").arg(numberSpan(evaluation).letter).arg(last->k.value_or(0))
                  : tr("Fair trades: %1 of %2 points").arg(fair).arg(rows.size());
}

QString throughput(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Throughput at the largest batch");
    }
    const double best = most(evaluation.sweep, throughputOf);
    if (best <= 0) {
        return tr("Nothing fits, so nothing runs");
    }
    return tr("%1 is fastest: %2 per step")
        .arg(bestNumbers(evaluation, best, throughputOf), QString::fromStdString(formatFixed(best, 2)));
}

QString splitSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const MemoryRow& row : evaluation.memory.rows) {
        parts << tr("%1 %2").arg(kindName(row.kind), gib(row.bytes));
    }
    return tr("Total %1 of %2: %3")
        .arg(gib(evaluation.memory.totalBytes), gib(evaluation.memory.capacityBytes), parts.join(QStringLiteral(", ")));
}

QString layerSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const LayerComponent& component : evaluation.layer.components) {
        parts << tr("%1 %2").arg(
            QCoreApplication::translate("LayerComponent", std::string(component.name).c_str()), gib(component.bytes));
    }
    return tr("One layer %1: %2").arg(gib(evaluation.layer.totalBytes), parts.join(QStringLiteral(", ")));
}

QString depthSummary(const Evaluation& evaluation)
{
    const auto fates = fatesOf(evaluation);
    QStringList checkpoints;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] == LayerFate::Checkpoint || fates[i] == LayerFate::Boundary) {
            checkpoints << QString::number(i + 1);
        }
    }
    return checkpoints.isEmpty()
        ? depth(evaluation)
        : tr("%1. Checkpoints at layers %2").arg(depth(evaluation), checkpoints.join(QStringLiteral(", ")));
}

QString memorySummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: %2, %3 of %4")
        .arg(memory(evaluation), QString::fromStdString(policyText(chosenPolicy(evaluation.scenario))),
            gib(evaluation.memory.totalBytes), gib(evaluation.memory.capacityBytes));
}

QString batchSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: batch %2").arg(batch(evaluation)).arg(evaluation.chosen.maxBatch);
}

QString frontierSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: saves %2 for %3 more forward")
        .arg(frontier(evaluation), percent(evaluation.chosen.savedFraction),
            percent(evaluation.chosen.extraForwardFraction));
}

QString throughputSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: %2")
        .arg(throughput(evaluation), QString::fromStdString(formatFixed(evaluation.chosen.throughput, 2)));
}

QString meanings(const Evaluation& evaluation)
{
    // Of the policies that take a K: the same number, the least and the most memory.
    std::vector<SweepRow> rows;
    for (const SweepRow& row : evaluation.meanings) {
        if (policyInfo(row.policy).number == PolicyNumber::K) {
            rows.push_back(row);
        }
    }
    if (rows.empty()) {
        return tr("What each meaning of K gives");
    }
    return tr("K=%1 means %2 to %3")
        .arg(evaluation.scenario.checkpointing.k)
        .arg(QString::fromStdString(formatGiB(least(rows, totalOf))), gib(most(rows, totalOf)));
}

QString meaningsSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const SweepRow& row : evaluation.meanings) {
        parts << tr("%1 %2, %3 more forward")
                     .arg(policyName(row.policy), gib(row.totalBytes), percent(row.extraForwardFraction));
    }
    return tr("%1: %2").arg(meanings(evaluation), parts.join(QStringLiteral("; ")));
}

} // namespace findings

} // namespace sublinear
