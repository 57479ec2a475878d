// SPDX-License-Identifier: MIT
#include "app/cards/batch_card.h"

#include "app/cards/findings.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/plan/thinned_sweep.h"
#include "core/plan/words.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace sublinear {

BarsPlot::BarsPlot(Quantity quantity, QWidget* parent)
    : KPlot(parent)
    , m_quantity(quantity)
    , m_bars(
          addArea(quantity == Quantity::LargestBatch ? QStringLiteral("largest_batch") : QStringLiteral("throughput")))
    , m_ghostLine(addLine(QStringLiteral("baseline")))
{
}

double BarsPlot::valueOf(const SweepRow& row) const
{
    return m_quantity == Quantity::LargestBatch ? static_cast<double>(row.maxBatch) : row.throughput;
}

QString BarsPlot::text(double value) const
{
    return m_quantity == Quantity::LargestBatch ? QString::fromStdString(formatGrouped(static_cast<Count>(value)))
                                                : QString::fromStdString(throughputText(value, m_timed));
}

void BarsPlot::fillGhost()
{
    QList<QPointF> line;
    if (m_ghost && m_ghost->level) {
        const double height = m_ghost->rows.empty() ? 0 : valueOf(m_ghost->rows.front());
        line = { { xAxis().minimum, height }, { xAxis().maximum, height } };
    } else if (m_ghost) {
        const NumberSpan& span = numbers();
        std::vector<double> values(static_cast<std::size_t>(span.places()), 0.0);
        for (const SweepRow& row : m_ghost->rows) {
            values[span.indexOf(row)] = valueOf(row);
        }
        line = stripeEdge(
            span.places(), [&](qsizetype i) { return span.border(i); },
            [&](qsizetype i) { return values[static_cast<std::size_t>(i)]; });
    }
    if (!line.isEmpty() || m_ghostLine->count() > 0) {
        m_ghostLine->replace(line);
    }
}

void BarsPlot::present(const Evaluation& evaluation, const Evaluation* baseline)
{
    setRows(evaluation);
    m_accounting = evaluation.scenario.accounting;
    m_timed = evaluation.timedOn.has_value();
    const NumberSpan& span = numbers();
    const Count places = span.places();
    std::vector<double> values(static_cast<std::size_t>(places), 0.0);
    std::vector<bool> listed(values.size(), false);
    m_best = kNoNumber;
    double highest = 0;
    for (const SweepRow& row : rows()) {
        const double value = valueOf(row);
        values[span.indexOf(row)] = value;
        listed[span.indexOf(row)] = true;
        if (value > highest) {
            highest = value;
            m_best = row.k.value_or(span.first);
        }
    }
    const bool sameUnit =
        baseline != nullptr && (m_quantity == Quantity::LargestBatch || haveSameThroughput(evaluation, *baseline));
    m_ghost = ghostCurve(sameUnit ? baseline : nullptr, span);
    for (const SweepRow& row : m_ghost ? m_ghost->rows : std::vector<SweepRow> {}) {
        highest = std::max(highest, valueOf(row));
    }
    fillGhost();
    const AxisSpec previous = yAxis();
    const bool whole = m_quantity == Quantity::LargestBatch;
    setYAxis(valueAxis(0, std::max(highest * 1.08, whole ? 2.0 : 0.0), &previous, whole ? 1 : 0));
    const std::vector<qsizetype> drawn = drawnPlaces(listed, isThinned(evaluation));
    if (const bool dense = places > kOutlinedBars; dense != m_dense) {
        m_dense = dense;
        styleSeries();
    }
    // Bars while there is room for a gap, one outline where there is none.
    const double gap = places <= 64 ? 0.08 : 0.0;
    m_bars->upperSeries()->replace(barEdge(
        places, [&](qsizetype i) { return span.border(i); },
        [&](qsizetype i) {
            const qsizetype place = drawn[static_cast<std::size_t>(i)];
            return place >= 0 ? values[static_cast<std::size_t>(place)] : 0.0;
        },
        gap));
}

std::vector<HoverLine> BarsPlot::describe(Count k) const
{
    const SweepRow* row = rowFor(k);
    if (row == nullptr) {
        return { { tr("%1: over 2^63-1 bytes").arg(nameOf(k)) } };
    }
    std::vector<HoverLine> lines = linesOf(k, *row);
    if (const SweepRow* before = m_ghost ? m_ghost->rowFor(k) : nullptr) {
        lines.push_back({ tr("baseline: %1").arg(text(valueOf(*before))) });
    }
    return lines;
}

std::vector<HoverLine> BarsPlot::linesOf(Count k, const SweepRow& row) const
{
    std::vector<HoverLine> lines;
    if (m_quantity == Quantity::LargestBatch) {
        lines.push_back({ row.maxBatch == 0 ? tr("%1: not even batch 1 fits").arg(nameOf(k))
                                            : tr("%1: batch %2 fits").arg(nameOf(k)).arg(text(valueOf(row))) });
        return lines;
    }
    if (row.stepSeconds) {
        const auto seconds = [](double value) { return QString::fromStdString(secondsText(value)); };
        lines.push_back({ tr("%1: %2 samples per second").arg(nameOf(k)).arg(text(row.throughput)) });
        if (row.maxBatch > 0) {
            lines.push_back(
                { tr("batch %1 in %2").arg(row.maxBatch).arg(seconds(double(row.maxBatch) / row.throughput)) });
        }
        lines.push_back({ tr("a step of the scenario: %1").arg(seconds(*row.stepSeconds)) });
        return lines;
    }
    lines.push_back(
        { tr("%1: %2 %3").arg(nameOf(k), text(row.throughput), findings::throughputUnitText(m_accounting)) });
    // The article's step takes as long at every batch; a real one is timed by the device's rates.
    lines.push_back(
        { (m_accounting == Accounting::Article ? tr("batch %1 / (1 + %2)") : tr("batch %1, step longer by %2"))
                .arg(row.maxBatch)
                .arg(m_accounting == Accounting::Article
                        ? QString::fromStdString(formatFixed(row.extraStepFraction, 3))
                        : QString::fromStdString(formatPercent(row.extraStepFraction))) });
    return lines;
}

double BarsPlot::markHeight(Count k) const
{
    const SweepRow* row = rowFor(k);
    const double value = row != nullptr ? valueOf(*row) : 0;
    return value > 0 ? value : std::numeric_limits<double>::quiet_NaN(); // at nothing there is nothing to mark
}

void BarsPlot::paintMarks(QPainter& painter) const
{
    KPlot::paintMarks(painter);
    painter.setFont(look().axis);
    painter.setPen(look().text);
    const QFontMetricsF metrics(look().axis);
    constexpr double kAway = 8; // clear of dot and ring
    QRectF taken;
    QString drawn;
    const SweepRow* ringed = recommended() != kNoNumber ? rowFor(recommended()) : nullptr;
    for (const Count k : { chosen(), m_best }) {
        const SweepRow* row = k != kNoNumber ? rowFor(k) : nullptr;
        if (row == nullptr) {
            continue;
        }
        const QString value = text(valueOf(*row));
        const QPointF top = toChart({ position(k), valueOf(*row) });
        const double width = metrics.horizontalAdvance(value);
        const double middle = std::max(top.x(), plotRect().left() + width / 2 + 2); // clear of the axis's numbers
        QRectF box(middle - width / 2, top.y() - kAway - metrics.height(), width, metrics.height());
        // Inside the bar where there is no room above it, or where a neighbour's ring stands.
        const auto meetsRing = [&] {
            return ringed != nullptr && k != recommended()
                && box.intersects(
                    QRectF(toChart({ position(recommended()), valueOf(*ringed) }) - QPointF(8, 8), QSizeF(16, 16)));
        };
        if (box.top() <= plotRect().top() || meetsRing()) {
            box.moveTop(top.y() + kAway);
        }
        // The best one stands in the title too, so it may go; and nobody needs the same figure twice.
        if (value != drawn && !box.adjusted(-4, 0, 4, 0).intersects(taken)) {
            drawLabel(painter, { middle, box.top() }, Qt::AlignHCenter | Qt::AlignTop, value);
            taken = box;
            drawn = value;
        }
    }
}

void BarsPlot::styleSeries()
{
    QColor fill = m_quantity == Quantity::LargestBatch ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x9E, 0x73);
    if (look().dark) {
        fill = fill.darker(115);
    }
    m_ghostLine->setPen(ghostPen(look()));
    m_bars->setBrush(fill);
    m_bars->setPen(m_dense ? QPen(Qt::NoPen) : QPen(edgeColor(fill, look().dark), 1));
}

BatchCard::BatchCard(QWidget* parent)
    : KCard(QStringLiteral("batch"), tr("Largest batch over K"), tr("Batch"), parent)
    , m_plot(new BarsPlot(BarsPlot::Quantity::LargestBatch, this))
{
    setPlot(m_plot);
}

void BatchCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, baseline());
    mark(evaluation);
    setTitle(findings::batch(evaluation));
    setMeasure(
        tr("Largest batch that fits %1, sequences")
            .arg(QString::fromStdString(formatGiBShort(evaluation.memory.capacityBytes)) + QStringLiteral(" GiB"))
        + baselineWords());
    setSummary(findings::batchSummary(evaluation));
}

ThroughputCard::ThroughputCard(QWidget* parent)
    : KCard(QStringLiteral("throughput"), tr("Throughput at the largest batch"), tr("Throughput"), parent)
    , m_plot(new BarsPlot(BarsPlot::Quantity::Throughput, this))
{
    setPlot(m_plot);
}

void ThroughputCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, baseline());
    mark(evaluation);
    setTitle(findings::throughput(evaluation));
    const QString compared = baseline() == nullptr || haveSameThroughput(evaluation, *baseline())
        ? baselineWords()
        : tr("; the baseline's is timed otherwise");
    if (evaluation.timedOn) {
        setMeasure(tr("Samples per second, calibrated on %1").arg(toQString(evaluation.timedOn->device)) + compared);
    } else {
        QString unit = findings::throughputUnitText(evaluation.scenario.accounting);
        unit.replace(0, 1, unit.left(1).toUpper());
        setMeasure(tr("%1 (assumed)").arg(unit) + compared);
    }
    setSummary(findings::throughputSummary(evaluation));
}

} // namespace sublinear
