// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/cards/dropped_tensors.h"
#include "app/charts/number_span.h"
#include "app/charts/sweep_rows.h"
#include "app/language/core_text.h"
#include "app/language/language.h"
#include "core/base/units.h"
#include "core/plan/words.h"

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
    return gibUnitText(bytes);
}

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

/// The K at which something is best, closed up: "K=5 to 7", "K=4 and 8", "K=2, 3 and others";
/// of budgets "15.71, 15.76 GiB".
struct BestNumbers {
    QString text; ///< empty for a policy without a number
    bool several = false;
    bool budgets = false;
};

template <class Value> BestNumbers bestNumbers(const Evaluation& evaluation, Value best, Value (*pick)(const SweepRow&))
{
    const std::vector<SweepRow>& rows = evaluation.sweep;
    const NumberSpan numbers = numberSpan(evaluation);
    if (!numbers.hasNumbers()) {
        return {};
    }
    const bool budgets = !numbers.budgets.empty();
    const auto text = [&](Count number) { return budgets ? gibText(number) : QString::number(number); };
    QStringList parts;
    bool several = false;
    for (std::size_t i = 0; i < rows.size();) {
        if (pick(rows[i]) != best) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end + 1 < rows.size() && pick(rows[end + 1]) == best) {
            ++end;
        }
        const QString first = text(rows[i].k.value_or(0));
        const QString last = text(rows[end].k.value_or(0));
        parts << (end == i     ? first
                : end == i + 1 ? first + QStringLiteral(", ") + last
                               : tr("%1 to %2").arg(first, last));
        several = several || end > i;
        i = end + 1;
    }
    several = several || parts.size() > 1;
    if (parts.size() > 2) {
        parts = { parts[0], tr("others") };
    }
    const QString all = parts.join(tr(" and "));
    return budgets ? BestNumbers { tr("%1 GiB").arg(all), several, true }
                   : BestNumbers { numbers.letter + QLatin1Char('=') + all, several, false };
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

Count countOf(const Evaluation& evaluation, LayerFate fate)
{
    return std::count_if(evaluation.depth.begin(), evaluation.depth.end(),
        [fate](const LayerStore& layer) { return layer.fate == fate; });
}

/// "3", "5 to 8": the layers of some fates, neighbours closed up; empty where there are none.
QString layersOf(const Evaluation& evaluation, std::initializer_list<LayerFate> fates)
{
    const auto is = [&](std::size_t i) {
        return std::find(fates.begin(), fates.end(), evaluation.depth[i].fate) != fates.end();
    };
    QStringList parts;
    for (std::size_t i = 0; i < evaluation.depth.size(); ++i) {
        if (!is(i)) {
            continue;
        }
        std::size_t end = i;
        while (end + 1 < evaluation.depth.size() && is(end + 1)) {
            ++end;
        }
        const QString first = QString::number(i + 1);
        parts << (end == i ? first : tr("%1 to %2").arg(first, QString::number(end + 1)));
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

/// "without attention"; "in part" where every layer may leave out something else.
QString keptHow(const Evaluation& evaluation)
{
    const QString dropped = droppedWords(evaluation.scenario);
    return dropped.isEmpty() ? tr("in part") : tr("without %1").arg(dropped);
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

QString policyShortName(PolicyId policy)
{
    const char* const name = [policy] {
        switch (policy) {
        case PolicyId::StoreAll:
            return "Store all";
        case PolicyId::Article:
            return "K-th in full";
        case PolicyId::Segments:
            return "Segments";
        case PolicyId::EveryNth:
            return "K-th recomputed";
        case PolicyId::FirstM:
            return "First m";
        case PolicyId::TwoLevel:
            return "Two levels";
        case PolicyId::Selective:
            return "Selective";
        case PolicyId::Recursive:
            return "Recursive";
        case PolicyId::Revolve:
            return "Revolve";
        case PolicyId::Optimal:
            break;
        }
        return "Optimal";
    }();
    return QCoreApplication::translate("PolicyShortName", name);
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

QString depth(const Evaluation& evaluation)
{
    const auto all = static_cast<Count>(evaluation.depth.size());
    const Count kept = countOf(evaluation, LayerFate::Kept) + countOf(evaluation, LayerFate::Checkpoint);
    const Count inPart = countOf(evaluation, LayerFate::KeptInPart);
    const Count recomputed = all - kept - inPart;
    if (inPart == all) {
        const QString dropped = droppedWords(evaluation.scenario);
        return all == 1         ? tr("The one layer is kept %1").arg(keptHow(evaluation))
            : dropped.isEmpty() ? tr("All %1 layers are kept in part").arg(all)
                                : tr("All %1 layers without %2").arg(all).arg(dropped);
    }
    if (kept == all) {
        return all == 1 ? tr("The one layer is kept") : tr("All %1 layers are kept").arg(all);
    }
    return inPart == 0 ? tr("%1 of %2 kept, %3 recomputed").arg(kept).arg(all).arg(recomputed)
                       : tr("%1 of %2 kept, %3 in part, %4 recomputed").arg(kept).arg(all).arg(inPart).arg(recomputed);
}

QString memory(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Memory over K");
    }
    const Bytes best = least(evaluation.sweep, totalOf);
    const BestNumbers at = bestNumbers(evaluation, best, totalOf);
    return at.text.isEmpty() ? tr("Needs %1").arg(gib(best))
        : at.budgets         ? tr("Least at budget %1: %2").arg(at.text, gib(best))
        : at.several         ? tr("%1 need least: %2").arg(at.text, gib(best))
                             : tr("%1 needs least: %2").arg(at.text, gib(best));
}

QString batch(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Largest batch over K");
    }
    const Count best = most(evaluation.sweep, batchOf);
    if (best == 0) {
        const QString word = numberSpan(evaluation).word();
        return word.isEmpty() ? tr("No batch fits") : tr("No batch fits at any %1").arg(word);
    }
    const BestNumbers at = bestNumbers(evaluation, best, batchOf);
    const QString size = QString::fromStdString(formatGrouped(best));
    return at.text.isEmpty() ? tr("The largest batch is %1").arg(size)
        : at.budgets         ? tr("Largest at budget %1: %2").arg(at.text, size)
        : at.several         ? tr("%1 fit the largest batch: %2").arg(at.text, size)
                             : tr("%1 fits the largest batch: %2").arg(at.text, size);
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

QString throughput(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Throughput at the largest batch");
    }
    const double best = most(evaluation.sweep, throughputOf);
    if (best <= 0) {
        return tr("Nothing fits, so nothing runs");
    }
    const BestNumbers at = bestNumbers(evaluation, best, throughputOf);
    const auto row = std::find_if(evaluation.sweep.begin(), evaluation.sweep.end(),
        [best](const SweepRow& each) { return each.throughput == best; });
    const QString figure = QString::fromStdString(throughputText(best, evaluation.timedOn.has_value()));
    const QString rate = evaluation.timedOn ? tr("%1 per second").arg(figure) : figure;
    if (at.several) {
        return at.budgets ? tr("Fastest at %1: %2").arg(at.text, rate) : tr("%1 are fastest: %2").arg(at.text, rate);
    }
    const QString batch = QString::fromStdString(formatGrouped(row->maxBatch));
    return at.text.isEmpty() ? tr("Throughput %1 at batch %2").arg(rate, batch)
        : at.budgets         ? tr("Fastest at %1: %2 at batch %3").arg(at.text, rate, batch)
                             : tr("%1 is fastest: %2 at batch %3").arg(at.text, rate, batch);
}

QString throughputUnitText(Accounting accounting)
{
    const std::string_view unit = throughputUnit(accounting).samples;
    return QCoreApplication::translate("ThroughputUnit", std::string(unit).c_str());
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
    QStringList parts { depth(evaluation) };
    const auto add = [&](const QString& what, std::initializer_list<LayerFate> fates) {
        if (const QString layers = layersOf(evaluation, fates); !layers.isEmpty()) {
            parts << what.arg(layers);
        }
    };
    add(tr("Checkpoints at layers %1"), { LayerFate::Checkpoint });
    add(tr("Only the input kept of layers %1"), { LayerFate::Boundary });
    add(tr("Kept %1: layers %2").arg(keptHow(evaluation)), { LayerFate::KeptInPart });
    add(tr("Recomputed: layers %1"), { LayerFate::Boundary, LayerFate::Recomputed });
    return parts.join(QStringLiteral(". "));
}

QString besideWords(const BesideRows& beside)
{
    switch (beside.kind) {
    case BesideRows::Kind::Executed:
        return tr("; dashed: executed");
    case BesideRows::Kind::Law:
        return tr("; dashed: the law");
    case BesideRows::Kind::None:
        break;
    }
    return {};
}

QString besideSummary(const Evaluation& evaluation, const BesideRows& beside)
{
    for (std::size_t i = 0; i < std::min(evaluation.sweep.size(), beside.figures.size()); ++i) {
        if (evaluation.sweep[i].k == evaluation.chosen.k && beside.figures[i]) {
            const QString size = gib(beside.figures[i]->totalBytes);
            return beside.kind == BesideRows::Kind::Executed ? tr(". Executed: %1").arg(size)
                                                             : tr(". By the law: %1").arg(size);
        }
    }
    return {};
}

QString memorySummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: %2, %3 of %4")
        .arg(memory(evaluation), fromCore(policyWords(chosenPolicy(evaluation.scenario))),
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
    return tr("%1. Chosen: %2 %3")
        .arg(throughput(evaluation),
            QString::fromStdString(throughputText(evaluation.chosen.throughput, evaluation.timedOn.has_value())),
            evaluation.timedOn ? tr("samples per second") : throughputUnitText(evaluation.scenario.accounting));
}

QString meanings(const Evaluation& evaluation)
{
    // Of every row shown, so that no bar lies outside of what the title says.
    const std::vector<SweepRow>& rows = evaluation.meanings;
    if (rows.empty()) {
        return tr("What each meaning of K gives");
    }
    return tr("K=%1 means %2 to %3")
        .arg(evaluation.scenario.checkpointing.k)
        .arg(gibText(least(rows, totalOf)), gib(most(rows, totalOf)));
}

QString meaningsSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const SweepRow& row : evaluation.meanings) {
        parts << tr("%1 %2, %3 more forward")
                     .arg(policyName(row.policy), gib(row.totalBytes), percent(row.extraForwardFraction));
    }
    return tr("%1: %2. Selective, recursive, revolve and optimal take no K")
        .arg(meanings(evaluation), parts.join(QStringLiteral("; ")));
}

} // namespace findings

} // namespace sublinear
