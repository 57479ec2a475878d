// SPDX-License-Identifier: MIT
#include "app/cards/memory_card.h"

#include "app/cards/findings.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "app/model/text.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace sublinear {

MemoryPlot::MemoryPlot(QWidget* parent)
    : KPlot(parent)
{
    // From the top of the stack down, so that every area covers the foot of the one before it.
    for (std::size_t i = kMemoryKinds; i-- > 0;) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(i));
        m_areas[i] = addArea(toQString(id));
    }
    for (const PolicyInfo& info : allPolicies()) {
        m_compared[static_cast<std::size_t>(info.id)] = addLine(QStringLiteral("compared.") + toQString(info.text));
    }
}

void MemoryPlot::present(const Evaluation& evaluation)
{
    m_capacity = evaluation.memory.capacityBytes;
    m_deviceName = QString::fromStdString(evaluation.scenario.device.gpuName);
    setRows(evaluation);
    const NumberSpan& span = numbers();
    const Count places = span.places();

    m_comparedRows.clear();
    for (const SweepRow& row : evaluation.compared) {
        // Only what means the same by its number, or has none, can stand over this axis.
        const PolicyNumber number = policyInfo(row.policy).number;
        const bool sameAxis = number == policyInfo(evaluation.scenario.checkpointing.policy).number;
        if (row.policy != evaluation.scenario.checkpointing.policy && (sameAxis || number == PolicyNumber::None)) {
            m_comparedRows.push_back(row);
        }
    }
    fillCompared();
    double highest = 0;
    for (const std::vector<SweepRow>& list : { std::cref(rows()), std::cref(m_comparedRows) }) {
        for (const SweepRow& row : list) {
            highest = std::max(highest, inGiB(row.totalBytes));
        }
    }
    const double limit = inGiB(m_capacity);
    if (limit <= 1.6 * highest) {
        highest = std::max(highest, limit);
    }
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, highest * 1.02, &previous));

    const auto border = [&](qsizetype i) { return span.border(i); };
    std::vector<double> sums(static_cast<std::size_t>(places), 0.0);
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool used = false;
        for (const SweepRow& row : rows()) {
            const Bytes bytes = row.byKind[kind];
            used = used || bytes > 0;
            sums[span.indexOf(row)] += inGiB(bytes);
        }
        QAreaSeries* area = m_areas[kind];
        area->setVisible(used);
        if (used) {
            area->upperSeries()->replace(
                stripeEdge(places, border, [&](qsizetype i) { return sums[static_cast<std::size_t>(i)]; }));
        }
    }
}

void MemoryPlot::fillCompared()
{
    std::array<QList<QPointF>, kPolicyCount> points;
    for (const SweepRow& row : m_comparedRows) {
        QList<QPointF>& line = points[static_cast<std::size_t>(row.policy)];
        const double height = inGiB(row.totalBytes);
        if (row.k) {
            line.append({ position(*row.k), height });
        } else {
            line = { { xAxis().minimum, height }, { xAxis().maximum, height } };
        }
    }
    for (std::size_t i = 0; i < kPolicyCount; ++i) {
        if (!points[i].isEmpty() || m_compared[i]->count() > 0) {
            m_compared[i]->replace(points[i]);
        }
    }
}

void MemoryPlot::paintComparedNames(QPainter& painter) const
{
    double lowest = -1;
    for (const PolicyInfo& info : allPolicies()) {
        const SweepRow* last = nullptr;
        for (const SweepRow& row : m_comparedRows) {
            last = row.policy == info.id ? &row : last;
        }
        if (last == nullptr) {
            continue;
        }
        double y = toChart({ 0, inGiB(last->totalBytes) }).y();
        if (lowest >= 0 && std::abs(y - lowest) < 12) { // names of lines that end together step aside
            y = lowest - 12;
        }
        lowest = y;
        painter.setPen(policyLook(info.id, look().dark).color);
        drawLabel(painter, { plotRect().right() - 2, y }, Qt::AlignRight | Qt::AlignBottom, policyName(info.id));
    }
}

std::vector<HoverLine> MemoryPlot::describe(Count k) const
{
    const SweepRow* row = rowFor(k);
    if (row == nullptr) {
        return { { tr("%1: over 2^63-1 bytes").arg(nameOf(k)) } };
    }
    std::vector<HoverLine> lines;
    lines.push_back({ tr("%1: %2 GiB, %3")
                          .arg(nameOf(k))
                          .arg(gibText(row->totalBytes), row->fits ? tr("fits") : tr("does not fit")) });
    for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
        if (row->byKind[kind] > 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            lines.push_back({ gibUnitText(row->byKind[kind]) + QLatin1Char(' ') + kindName(memoryKind).toLower(),
                kindColor(memoryKind, look().dark) });
        }
    }
    lines.push_back({ tr("exactly %1 bytes").arg(QString::fromStdString(formatGrouped(row->totalBytes))) });
    for (const SweepRow& other : m_comparedRows) {
        if (!other.k || other.k == k) {
            lines.push_back({ gibUnitText(other.totalBytes) + QLatin1Char(' ') + policyName(other.policy),
                policyLook(other.policy, look().dark).color });
        }
    }
    return lines;
}

double MemoryPlot::markHeight(Count k) const
{
    const SweepRow* row = rowFor(k);
    return row != nullptr ? inGiB(row->totalBytes) : std::numeric_limits<double>::quiet_NaN();
}

void MemoryPlot::paintMarks(QPainter& painter) const
{
    KPlot::paintMarks(painter);
    painter.setFont(look().axis);
    paintComparedNames(painter);
    const double limit = inGiB(m_capacity);
    const QRectF plot = plotRect();
    painter.setFont(look().axis);
    const bool above = limit > yAxis().maximum;
    const double y = above ? plot.top() : toChart({ 0, limit }).y();
    if (!above) {
        drawLimit(painter, QLineF(plot.left(), y, plot.right(), y));
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
        m_areas[kind]->setPen(QPen(edgeColor(fill, look().dark), 1));
    }
    for (const PolicyInfo& info : allPolicies()) {
        m_compared[static_cast<std::size_t>(info.id)]->setPen(QPen(policyLook(info.id, look().dark).color, 2));
    }
}

MemoryCard::MemoryCard(QWidget* parent)
    : KCard(QStringLiteral("memory"), tr("Memory over K"), tr("Memory"), parent)
    , m_plot(new MemoryPlot(this))
{
    setPlot(m_plot);
}

void MemoryCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation);
    mark(evaluation);
    setTitle(findings::memory(evaluation));
    const QString word = numberSpan(evaluation).word();
    setMeasure(word.isEmpty() ? tr("Total memory, GiB") : tr("Total memory over %1, GiB").arg(word));
    setSummary(findings::memorySummary(evaluation));
}

} // namespace sublinear
