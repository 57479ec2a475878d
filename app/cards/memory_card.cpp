// SPDX-License-Identifier: MIT
#include "app/cards/memory_card.h"

#include "app/cards/findings.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "core/base/units.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sublinear {

MemoryPlot::MemoryPlot(QWidget* parent)
    : KPlot(parent)
{
    // From the top of the stack down, so that every area covers the foot of the one before it.
    for (std::size_t i = kMemoryKinds; i-- > 0;) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(i));
        m_areas[i] = addArea(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
    }
}

void MemoryPlot::present(const Evaluation& evaluation)
{
    m_rows = evaluation.sweep;
    m_capacity = evaluation.memory.capacityBytes;
    m_deviceName = QString::fromStdString(evaluation.scenario.device.gpuName);
    const NumberSpan span = numberSpan(evaluation);
    const Count layers = span.places();
    setNumbers(span);

    double highest = 0;
    for (const SweepRow& row : m_rows) {
        highest = std::max(highest, inGiB(row.totalBytes));
    }
    const double limit = inGiB(m_capacity);
    if (limit <= 1.6 * highest) {
        highest = std::max(highest, limit);
    }
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, highest * 1.02, &previous));

    const auto border = [&](qsizetype i) { return kAxis::border(i, layers); };
    std::vector<double> sums(static_cast<std::size_t>(layers), 0.0);
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool used = false;
        for (const SweepRow& row : m_rows) {
            const Bytes bytes = row.byKind[kind];
            used = used || bytes > 0;
            sums[span.indexOf(row)] += inGiB(bytes);
        }
        QAreaSeries* area = m_areas[kind];
        area->setVisible(used);
        if (used) {
            area->upperSeries()->replace(
                stripeEdge(layers, border, [&](qsizetype i) { return sums[static_cast<std::size_t>(i)]; }));
        }
    }
}

std::vector<HoverLine> MemoryPlot::describe(Count k) const
{
    const SweepRow* row = rowOf(m_rows, k);
    if (row == nullptr) {
        return { { tr("%1: over 2^63-1 bytes").arg(nameOf(k)) } };
    }
    std::vector<HoverLine> lines;
    lines.push_back({ tr("%1: %2 GiB, %3")
                          .arg(nameOf(k))
                          .arg(QString::fromStdString(formatGiB(row->totalBytes)),
                              row->fits ? tr("fits") : tr("does not fit")) });
    for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
        if (row->byKind[kind] > 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            lines.push_back({ QString::fromStdString(formatGiBUnit(row->byKind[kind])) + QLatin1Char(' ')
                    + kindName(memoryKind).toLower(),
                kindColor(memoryKind, look().dark) });
        }
    }
    return lines;
}

double MemoryPlot::markHeight(Count k) const
{
    const SweepRow* row = rowOf(m_rows, k);
    return row != nullptr ? inGiB(row->totalBytes) : std::numeric_limits<double>::quiet_NaN();
}

void MemoryPlot::paintMarks(QPainter& painter) const
{
    KPlot::paintMarks(painter);
    const double limit = inGiB(m_capacity);
    const QRectF plot = plotRect();
    painter.setFont(look().axis);
    const bool above = limit > yAxis().maximum;
    const double y = above ? plot.top() : toChart({ 0, limit }).y();
    if (!above) {
        painter.setPen(QPen(look().limit, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    painter.setPen(look().limit);
    const QString size = QString::fromStdString(formatGiBShort(m_capacity)) + QStringLiteral(" GiB");
    // The article's device is named by its size already.
    const QString name = m_deviceName.startsWith(size) ? m_deviceName : m_deviceName + QStringLiteral(", ") + size;
    drawLabel(painter, { plot.right() - 2, above ? y + 14 : y - 1 },
        Qt::AlignRight | (above || y - plot.top() < 16 ? Qt::AlignTop : Qt::AlignBottom),
        above ? QStringLiteral("↑ ") + name : name);
}

void MemoryPlot::styleSeries()
{
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        const QColor fill = kindColor(static_cast<MemoryKind>(kind), look().dark);
        m_areas[kind]->setBrush(fill);
        m_areas[kind]->setPen(QPen(edgeColor(fill, look().dark), 0.5));
    }
}

MemoryCard::MemoryCard(QWidget* parent)
    : Card(QStringLiteral("memory"), tr("Memory over K"), tr("Memory"), parent)
    , m_plot(new MemoryPlot(this))
{
    m_plot->setObjectName(QStringLiteral("memory.plot"));
    m_plot->setAccessibleName(name());
    setBody(m_plot);
    connect(m_plot, &KPlot::numberChosen, this, &Card::numberChosen);
    connect(m_plot, &KPlot::numberPointed, this, &Card::numberPointed);
}

void MemoryCard::setPointedK(Count k)
{
    m_plot->setPointedK(k);
}

void MemoryCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation);
    m_plot->setMarks(evaluation.chosen.k.value_or(1), evaluation.recommendation.k.value_or(1));
    setTitle(findings::memory(evaluation));
    setMeasure(tr("Total memory over K, GiB"));
    setSummary(findings::memorySummary(evaluation));
}

void MemoryCard::restyle(const Look& look)
{
    m_plot->setLook(look);
}

} // namespace sublinear
