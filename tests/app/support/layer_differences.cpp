// SPDX-License-Identifier: MIT
#include "app/cards/layer_card.h"
#include "app/charts/plot.h"
#include "core/policy/law.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/series_reading.h"

#include <QAreaSeries>
#include <QBarSet>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>

#include <limits>
#include <map>
#include <set>

namespace sublinear::testing {

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Names from the top, as they are read; bars are drawn from below.
QStringList namesDown(const Plot& plot)
{
    QStringList names;
    for (const Tick& tick : plot.yAxis().ticks) {
        names.prepend(tick.text);
    }
    return names;
}

/// Whether the scenario's policy leaves a tensor out, by the tensors' names: what each group stands for is
/// written down here once more.
bool isDropped(const ResolvedScenario& scenario, std::string_view tensor)
{
    static const std::map<std::string, std::set<std::string_view>> groups {
        { "attention", { "att", "att_dropped", "att_mask" } },
        { "gelu", { "gelu", "gated" } },
        { "norms", { "ln1", "ln2" } },
        { "up", { "fch", "gate_up" } },
    };
    if (scenario.accounting == Accounting::Article) {
        return false;
    }
    const std::vector<std::string> names = chosenPolicy(scenario).tensors;
    return std::any_of(
        names.begin(), names.end(), [&](const std::string& name) { return groups.at(name).contains(tensor); });
}

/// What stays of each layer: by the law where there is one, worked out here again.
std::vector<LayerStore> storesOf(const Evaluation& wanted, Differences& found)
{
    const std::vector<LayerFate> fates = layerFates(chosenPolicy(wanted.scenario), wanted.scenario.model.layers);
    std::vector<LayerStore> stores = wanted.depth;
    found.holds(QStringLiteral("every layer is there"),
        stores.size() == static_cast<std::size_t>(wanted.scenario.model.layers));
    for (std::size_t i = 0; i < std::min(stores.size(), fates.size()); ++i) {
        if (stores[i].fate != LayerFate::KeptInPart) { // a law leaves no tensors out
            stores[i].fate = fates[i];
        }
        if (wanted.scenario.accounting == Accounting::Article) {
            const bool whole = fates[i] == LayerFate::Kept || fates[i] == LayerFate::Checkpoint;
            stores[i].wholeBytes = wanted.layer.totalBytes;
            stores[i].keptBytes = whole           ? wanted.layer.totalBytes
                : fates[i] == LayerFate::Boundary ? wanted.layer.boundaryBytes
                                                  : 0;
        }
    }
    return stores;
}

} // namespace

void layerDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    auto& plot = *bench.page.findChild<Plot*>(QStringLiteral("layers.plot"));
    const auto* series = findSeries<QHorizontalStackedBarSeries>(plot, QStringLiteral("tensors"));
    const QList<QBarSet*> sets = series->barSets();
    const auto& components = wanted.layer.components;
    const auto count = static_cast<int>(components.size());
    const QStringList names = namesDown(plot);
    found.holds(QStringLiteral("three sets of one bar each"),
        sets.size() == 3 && sets[0]->count() == count && sets[1]->count() == count && sets[2]->count() == count
            && names.size() == count);
    if (!found.lines().isEmpty()) {
        return;
    }
    const GiBParts& texts = dynamic_cast<LayerPlot&>(plot).texts();
    found.holds(QStringLiteral("a figure each"), texts.parts.size() == components.size());
    if (!found.lines().isEmpty()) {
        return;
    }
    std::vector<std::pair<QString, Bytes>> parts;
    const Painted drawn = painted(plot);
    Bytes sum = 0;
    Bytes kept = 0;
    bool anySquare = false;
    double highest = 0;
    for (int i = 0; i < count; ++i) {
        const LayerComponent& component = components[static_cast<std::size_t>(i)];
        const QString name = text(component.name);
        const bool dropped = isDropped(wanted.scenario, component.id);
        const bool square = !dropped && component.formula.find("S*S") != std::string_view::npos;
        const int bar = count - 1 - i;
        found.text(QStringLiteral("name %1").arg(i), names[i], name);
        for (int set = 0; set < 3; ++set) { // linear, with the square, left out
            const bool own = set == (dropped ? 2 : square ? 1 : 0);
            found.number(
                QStringLiteral("%1, set %2").arg(name).arg(set), sets[set]->at(bar), own ? gib(component.bytes) : 0);
        }
        kept += dropped ? 0 : component.bytes;
        anySquare = anySquare || square;
        const QString figure = text(texts.parts[static_cast<std::size_t>(i)]);
        found.holds(name + QStringLiteral("'s figure is painted"), drawn.hasText(figure));
        parts.emplace_back(figure, component.bytes);
        found.holds(name + QStringLiteral("'s share is painted"),
            drawn.hasText(
                percentText(static_cast<double>(component.bytes) / static_cast<double>(wanted.layer.totalBytes), 0)));
        sum += component.bytes;
        highest = std::max(highest, gib(component.bytes));
    }
    found.holds(QStringLiteral("sum of tensors"), sum == wanted.layer.totalBytes);
    axisDifferences(plot, found);
    placesDifferences(plot.yAxis(), 0, count - 1, found);
    found.holds(
        QStringLiteral("axis holds the longest bar"), plot.xAxis().minimum == 0 && plot.xAxis().maximum >= highest);
    const QString all = text(texts.total);
    partsDifferences(parts, all, wanted.layer.totalBytes, found);
    found.text(QStringLiteral("measure"), bench.card(QStringLiteral("layers")).measureText(),
        (kept == sum ? QStringLiteral("%1 GiB kept for backward").arg(all)
                     : QStringLiteral("%1 of %2 GiB kept; hatched: recomputed").arg(gibText(kept), all))
            + (anySquare ? QStringLiteral("; dark grows with S²") : QString()));
}

void depthDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    auto& plot = *bench.page.findChild<Plot*>(QStringLiteral("depth.plot"));
    const std::vector<LayerStore> layers = storesOf(wanted, found);
    const auto wantedHeight = [](LayerFate series, const LayerStore& own) {
        if (series != LayerFate::Recomputed) {
            return series == own.fate ? gib(own.keptBytes) : 0.0;
        }
        return own.keptBytes < own.wholeBytes ? gib(own.wholeBytes) : 0.0; // what is not kept is made again
    };
    const std::array<std::pair<LayerFate, QString>, 5> areas { {
        { LayerFate::Kept, QStringLiteral("kept") },
        { LayerFate::Checkpoint, QStringLiteral("checkpoint") },
        { LayerFate::Boundary, QStringLiteral("boundary") },
        { LayerFate::Recomputed, QStringLiteral("recomputed") },
        { LayerFate::KeptInPart, QStringLiteral("kept_in_part") },
    } };
    double whole = 0;
    for (const auto& [fate, name] : areas) {
        const auto* area = findSeries<QAreaSeries>(plot, name);
        std::size_t bars = 0;
        for (const LayerStore& own : layers) {
            bars += wantedHeight(fate, own) > 0 ? 1 : 0;
            whole = std::max(whole, gib(own.wholeBytes));
        }
        found.holds(name + QStringLiteral(" is there when it has bars"), area->isVisible() == (bars > 0));
        if (!area->isVisible()) {
            continue;
        }
        const StepReader edge(area->upperSeries()->points());
        for (std::size_t i = 0; i < layers.size(); ++i) {
            found.number(QStringLiteral("%1, layer %2").arg(name).arg(i + 1), edge.heightAt(static_cast<double>(i + 1)),
                wantedHeight(fate, layers[i]));
        }
        found.number(
            name + QStringLiteral("'s bars"), static_cast<double>(edge.stepsAbove(0)), static_cast<double>(bars));
    }
    axisDifferences(plot, found);
    placesDifferences(plot.xAxis(), 1, static_cast<double>(layers.size()), found);
    found.holds(QStringLiteral("axis holds a layer"), plot.yAxis().minimum == 0 && plot.yAxis().maximum >= whole);
}

void meaningsDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    auto& plot = *bench.page.findChild<Plot*>(QStringLiteral("meanings.plot"));
    const auto* series = findSeries<QHorizontalStackedBarSeries>(plot, QStringLiteral("meanings"));
    const QList<QBarSet*> sets = series->barSets();
    const auto count = static_cast<int>(wanted.meanings.size());
    found.holds(QStringLiteral("one set per kind, one bar per policy"),
        sets.size() == static_cast<int>(kMemoryKinds) && sets[0]->count() == count);
    if (sets.size() != static_cast<int>(kMemoryKinds) || sets[0]->count() != count) {
        return;
    }
    const Painted drawn = painted(plot);
    double highest = 0;
    Bytes least = std::numeric_limits<Bytes>::max();
    Bytes most = 0;
    for (int i = 0; i < count; ++i) {
        const SweepRow& row = wanted.meanings[static_cast<std::size_t>(i)];
        const QString name = text(policyInfo(row.policy).name)
            + (row.policy == PolicyId::FirstM ? QStringLiteral(", m = K") : QString());
        found.holds(name + QStringLiteral(" is named"), drawn.hasText(name));
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            found.number(name + QLatin1Char(' ') + text(memoryKindId(static_cast<MemoryKind>(kind))),
                sets[static_cast<qsizetype>(kind)]->at(count - 1 - i), gib(row.byKind[kind]));
        }
        found.holds(name + QStringLiteral("'s total is painted"), drawn.hasText(gibText(row.totalBytes)));
        found.holds(name + QStringLiteral("'s cost is painted"),
            drawn.hasText(QStringLiteral("+") + percentText(row.extraForwardFraction, 0)));
        highest = std::max(highest, gib(row.totalBytes));
        least = std::min(least, row.totalBytes);
        most = std::max(most, row.totalBytes);
    }
    if (count > 0) { // no row outside of the range in the title
        found.text(QStringLiteral("title"), bench.card(QStringLiteral("meanings")).titleText(),
            QStringLiteral("K=%1 means %2 to %3")
                .arg(wanted.scenario.checkpointing.k)
                .arg(gibText(least), gibText(most) + QStringLiteral(" GiB")));
    }
    axisDifferences(plot, found);
    placesDifferences(plot.yAxis(), 0, count - 1, found);
    found.holds(
        QStringLiteral("axis holds the longest bar"), plot.xAxis().minimum == 0 && plot.xAxis().maximum >= highest);
}

} // namespace sublinear::testing
