// SPDX-License-Identifier: MIT
#include "app/charts/plot.h"
#include "core/policy/law.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/series_reading.h"

#include <QAreaSeries>
#include <QBarSet>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>

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
    found.holds(QStringLiteral("two sets of one bar each"),
        sets.size() == 2 && sets[0]->count() == count && sets[1]->count() == count && names.size() == count);
    if (!found.lines().isEmpty()) {
        return;
    }
    const Painted drawn = painted(plot);
    Bytes sum = 0;
    double highest = 0;
    for (int i = 0; i < count; ++i) {
        const LayerComponent& component = components[static_cast<std::size_t>(i)];
        const QString name = text(component.name);
        const bool square = component.formula.find("S*S") != std::string_view::npos;
        const int bar = count - 1 - i;
        found.text(QStringLiteral("name %1").arg(i), names[i], name);
        found.number(name, sets[square ? 1 : 0]->at(bar), gib(component.bytes));
        found.number(name + QStringLiteral(" in the other colour"), sets[square ? 0 : 1]->at(bar), 0);
        found.holds(name + QStringLiteral("'s figure is painted"), drawn.hasText(gibText(component.bytes)));
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
    found.text(QStringLiteral("measure"), bench.card(QStringLiteral("layers")).measureText(),
        QStringLiteral("%1 GiB kept for backward; dark grows with S²").arg(gibText(wanted.layer.totalBytes)));
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
    for (int i = 0; i < count; ++i) {
        const SweepRow& row = wanted.meanings[static_cast<std::size_t>(i)];
        const QString name = text(policyInfo(row.policy).name);
        found.holds(name + QStringLiteral(" is named"), drawn.hasText(name));
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            found.number(name + QLatin1Char(' ') + text(memoryKindId(static_cast<MemoryKind>(kind))),
                sets[static_cast<qsizetype>(kind)]->at(count - 1 - i), gib(row.byKind[kind]));
        }
        found.holds(name + QStringLiteral("'s total is painted"), drawn.hasText(gibText(row.totalBytes)));
        found.holds(name + QStringLiteral("'s cost is painted"),
            drawn.hasText(QStringLiteral("+") + percentText(row.extraForwardFraction, 0)));
        highest = std::max(highest, gib(row.totalBytes));
    }
    axisDifferences(plot, found);
    placesDifferences(plot.yAxis(), 0, count - 1, found);
    found.holds(
        QStringLiteral("axis holds the longest bar"), plot.xAxis().minimum == 0 && plot.xAxis().maximum >= highest);
}

} // namespace sublinear::testing
