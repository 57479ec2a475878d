// SPDX-License-Identifier: MIT
#include "app/charts/k_plot.h"
#include "core/base/units.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/series_reading.h"

#include <QAreaSeries>
#include <QLineSeries>

namespace sublinear::testing {

namespace {

constexpr double kHair = 1e-6; // pixels

bool near(QPointF a, QPointF b)
{
    return (a - b).manhattanLength() < kHair;
}

bool hasRing(const Painted& drawn, QPointF centre, const QColor& ink)
{
    return std::any_of(drawn.ellipses.begin(), drawn.ellipses.end(), [&](const PaintedShape& ellipse) {
        return near(ellipse.box.center(), centre) && ellipse.pen.color() == ink && ellipse.brush.style() == Qt::NoBrush;
    });
}

bool hasDot(const Painted& drawn, QPointF centre, const QColor& fill)
{
    return std::any_of(drawn.ellipses.begin(), drawn.ellipses.end(), [&](const PaintedShape& ellipse) {
        return near(ellipse.box.center(), centre) && ellipse.brush.color() == fill
            && ellipse.brush.style() == Qt::SolidPattern;
    });
}

/// What every plot over K has: its axis, the chosen number's guide and dot, the recommended ring.
template <class Value>
void marks(KPlot& plot, const Painted& drawn, const Evaluation& wanted, const Value& valueOf, Differences& found)
{
    const Numbers numbers = numbersOf(wanted);
    axisDifferences(plot, found);
    placesDifferences(plot.xAxis(), numbers.place(numbers.all.front()), numbers.place(numbers.all.back()), found);
    found.number(QStringLiteral("first number"), static_cast<double>(plot.numbers().first),
        static_cast<double>(numbers.all.front()));
    found.number(QStringLiteral("last number"), static_cast<double>(plot.numbers().last),
        static_cast<double>(numbers.all.back()));
    found.text(QStringLiteral("letter"), plot.numbers().letter, numbers.letter);
    const Count chosen = chosenOf(wanted);
    const Count recommended = wanted.recommendation.k.value_or(1);
    found.number(QStringLiteral("chosen"), static_cast<double>(plot.chosen()), static_cast<double>(chosen));
    found.number(
        QStringLiteral("recommended"), static_cast<double>(plot.recommended()), static_cast<double>(recommended));
    const auto guides = std::count_if(drawn.lines.begin(), drawn.lines.end(), [&](const PaintedLine& line) {
        return line.pen.color() == plot.look().accent && line.line.dx() == 0
            && line.line.dy() == plot.plotRect().height();
    });
    found.number(QStringLiteral("guides"), static_cast<double>(guides), chosen >= 0 ? 1 : 0);
    found.holds(QStringLiteral("guide at the chosen number"),
        chosen < 0 || std::any_of(drawn.lines.begin(), drawn.lines.end(), [&](const PaintedLine& line) {
            return line.pen.color() == plot.look().accent
                && std::abs(line.line.x1() - plot.toChart({ numbers.place(chosen), 0 }).x()) < kHair;
        }));
    for (const SweepRow& row : wanted.sweep) {
        const Count number = row.k.value_or(1);
        const QPointF at = plot.toChart({ numbers.place(number), valueOf(row) });
        if (valueOf(row) <= 0) { // no batch, no throughput: no mark on the axis's labels
            found.holds(QStringLiteral("nothing is marked where there is nothing"),
                !hasDot(drawn, at, plot.look().accent) && !hasRing(drawn, at, plot.look().fits));
            continue;
        }
        if (number == chosen) {
            found.holds(QStringLiteral("dot at the chosen value"), hasDot(drawn, at, plot.look().accent));
        }
        if (number == recommended) {
            found.holds(QStringLiteral("ring at the recommended value"), hasRing(drawn, at, plot.look().fits));
        }
    }
    if (numbers.exist() && chosen >= 0) {
        found.holds(QStringLiteral("chosen number is painted"), drawn.hasText(numbers.nameOf(chosen)));
    }
    for (const Tick& tick : plot.yAxis().ticks) {
        found.holds(QStringLiteral("label is painted: ") + tick.text, drawn.hasText(tick.text));
    }
}

void bars(CardBench& bench, const QString& card, const QString& series, const Evaluation& wanted,
    double (*valueOf)(const SweepRow&), QString (*textOf)(const SweepRow&), Differences& found)
{
    auto& plot = *bench.page.findChild<KPlot*>(card + QStringLiteral(".plot"));
    const Painted drawn = painted(plot);
    const Numbers numbers = numbersOf(wanted);
    const auto* area = findSeries<QAreaSeries>(plot, series);
    const StepReader edge(area->upperSeries()->points());
    std::map<Count, double> values;
    double highest = 0;
    for (const SweepRow& row : wanted.sweep) {
        values[row.k.value_or(1)] = valueOf(row);
        highest = std::max(highest, valueOf(row));
    }
    for (const Count number : numbers.all) {
        found.number(QStringLiteral("bar at %1").arg(number), edge.heightAt(numbers.place(number)),
            values.contains(number) ? values[number] : 0);
    }
    found.holds(
        QStringLiteral("axis holds the highest bar"), plot.yAxis().minimum == 0 && plot.yAxis().maximum >= highest);
    found.holds(QStringLiteral("chosen value is painted"),
        !values.contains(chosenOf(wanted)) || drawn.hasText(textOf(wanted.chosen)));
    marks(plot, drawn, wanted, valueOf, found);
}

} // namespace

void memoryDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    auto& plot = *bench.page.findChild<KPlot*>(QStringLiteral("memory.plot"));
    const Painted drawn = painted(plot);
    const Numbers numbers = numbersOf(wanted);
    std::map<Count, Bytes> sums;
    double highest = 0;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(kind));
        const QString name = QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
        const auto* area = findSeries<QAreaSeries>(plot, name);
        bool used = false;
        for (const SweepRow& row : wanted.sweep) {
            used = used || row.byKind[kind] > 0;
            sums[row.k.value_or(1)] += row.byKind[kind];
        }
        found.holds(name + QStringLiteral(" is there when it has bytes"), area->isVisible() == used);
        if (!used || !area->isVisible()) {
            continue;
        }
        const StepReader edge(area->upperSeries()->points());
        for (const Count number : numbers.all) {
            const double height = edge.heightAt(numbers.place(number));
            if (sums.contains(number)) {
                found.number(QStringLiteral("%1 at %2").arg(name).arg(number), height, gib(sums[number]));
            } else { // a row over 2^63-1 bytes is not drawn: not even as nothing
                found.holds(QStringLiteral("%1 at %2 is out of the picture").arg(name).arg(number),
                    height < plot.yAxis().minimum);
            }
        }
    }
    for (const SweepRow& row : wanted.sweep) {
        found.number(
            QStringLiteral("stack at %1").arg(row.k.value_or(1)), gib(sums[row.k.value_or(1)]), gib(row.totalBytes));
        highest = std::max(highest, gib(row.totalBytes));
    }
    found.holds(
        QStringLiteral("axis holds the highest total"), plot.yAxis().minimum == 0 && plot.yAxis().maximum >= highest);
    marks(
        plot, drawn, wanted, [](const SweepRow& row) { return gib(row.totalBytes); }, found);

    const double limit = gib(wanted.memory.capacityBytes);
    const bool inside = limit <= plot.yAxis().maximum;
    const auto lines = std::count_if(drawn.lines.begin(), drawn.lines.end(), [&](const PaintedLine& line) {
        return line.pen.style() == Qt::DashLine && line.pen.color() == plot.look().limit
            && std::abs(line.line.y1() - plot.toChart({ 0, limit }).y()) < kHair && line.line.dy() == 0;
    });
    found.number(QStringLiteral("limit line"), static_cast<double>(lines), inside ? 1 : 0);
    const QString size = QString::fromStdString(formatGiBShort(wanted.memory.capacityBytes)) + QStringLiteral(" GiB");
    found.holds(QStringLiteral("limit is named"),
        std::any_of(drawn.texts.begin(), drawn.texts.end(), [&](const PaintedText& text) {
            return text.text.contains(size) && text.text.startsWith(QChar(0x2191)) == !inside;
        }));
}

void batchDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    bars(
        bench, QStringLiteral("batch"), QStringLiteral("largest_batch"), wanted,
        [](const SweepRow& row) { return static_cast<double>(row.maxBatch); },
        [](const SweepRow& row) { return QString::fromStdString(formatGrouped(row.maxBatch)); }, found);
    found.text(QStringLiteral("measure"), bench.card(QStringLiteral("batch")).measureText(),
        QStringLiteral("Largest batch that fits %1 GiB, sequences")
            .arg(QString::fromStdString(formatGiBShort(wanted.memory.capacityBytes))));
}

void throughputDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    bars(
        bench, QStringLiteral("throughput"), QStringLiteral("throughput"), wanted,
        [](const SweepRow& row) { return row.throughput; },
        [](const SweepRow& row) { return QString::fromStdString(formatFixed(row.throughput, 2)); }, found);
    found.text(QStringLiteral("measure"), bench.card(QStringLiteral("throughput")).measureText(),
        wanted.scenario.accounting == Accounting::Article
            ? QStringLiteral("Samples per normalised step (assumed)")
            : QStringLiteral("Samples per time of a store-all step (assumed)"));
}

} // namespace sublinear::testing
