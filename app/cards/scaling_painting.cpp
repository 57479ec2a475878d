// SPDX-License-Identifier: MIT
// How the small multiples of the scaling card are painted.
#include "app/cards/scaling_plot.h"

#include "app/charts/hover_box.h"
#include "app/charts/sweep_rows.h"
#include "core/base/units.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

/// Every how many ticks a label has room, so that none lies on another.
std::size_t strideFor(std::size_t ticks, double length, double label)
{
    const double apart = length / static_cast<double>(std::max<std::size_t>(2, ticks) - 1);
    return static_cast<std::size_t>(std::max(1.0, std::ceil(label / std::max(1.0, apart))));
}

} // namespace

void ScalingPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_look.axis);
    const std::vector<Cell> all = cells();
    for (std::size_t i = 0; i < all.size(); ++i) {
        paintFrame(painter, all[i], i);
        paintCurve(painter, all[i], i);
    }
    paintPointed(painter, all);
    if (hasFocus()) {
        painter.setPen(QPen(m_look.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void ScalingPlot::paintFrame(QPainter& painter, const Cell& cell, std::size_t curve) const
{
    const QFontMetricsF metrics(m_look.axis);
    const QRectF& plot = cell.plot;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const std::vector<Tick>& lines = m_yAxis.ticks;
    const std::size_t everyLine = strideFor(lines.size(), plot.height(), metrics.height());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Tick& tick = lines[i];
        const double y = toCell(cell, curve, 0, tick.at).y();
        painter.setPen(QPen(tick.at == 0 ? m_look.border : m_look.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (cell.isFirst && i % everyLine == 0) {
            painter.setPen(m_look.muted);
            painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 4, metrics.height()),
                Qt::AlignRight | Qt::AlignVCenter, tick.text);
        }
    }
    painter.setPen(m_look.muted);
    const std::vector<Tick>& places = m_xAxes[curve].ticks;
    double widest = 0;
    for (const Tick& tick : places) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    }
    // The last one is moved in from the edge: half a label more than the others need.
    const std::size_t everyPlace = strideFor(places.size(), plot.width(), 1.5 * widest + 6);
    for (std::size_t i = 0; i < places.size(); i += everyPlace) {
        const double width = metrics.horizontalAdvance(places[i].text);
        const double middle = toCell(cell, curve, places[i].at, 0).x() - width / 2;
        const double x = std::clamp(middle, cell.all.left(), std::max(cell.all.left(), cell.all.right() - width));
        painter.drawText(QPointF(x, plot.bottom() + 3 + metrics.ascent()), places[i].text);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(m_look.text);
    const QString title = QStringLiteral("%1 %2").arg(nameOf(m_curves[curve])).arg(m_curves[curve].here);
    painter.drawText(QRectF(plot.left(), cell.all.top(), plot.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(title, Qt::ElideRight, plot.width()));
}

void ScalingPlot::paintCurve(QPainter& painter, const Cell& cell, std::size_t curve) const
{
    const ScalingCurve& shown = m_curves[curve];
    const double limit = inGiB(m_capacity);
    if (limit <= m_yAxis.maximum) {
        painter.setPen(QPen(m_look.limit, 1.5, Qt::DashLine));
        const double y = toCell(cell, curve, 0, limit).y();
        painter.drawLine(QPointF(cell.plot.left(), y), QPointF(cell.plot.right(), y));
    }
    const double here = toCell(cell, curve, static_cast<double>(shown.here), 0).x();
    painter.setPen(QPen(m_look.accent, 1));
    painter.drawLine(QPointF(here, cell.plot.top()), QPointF(here, cell.plot.bottom()));
    QPainterPath path;
    for (const ScalingPoint& point : shown.points) {
        const QPointF at = toCell(cell, curve, static_cast<double>(point.at), inGiB(point.totalBytes));
        path.elementCount() == 0 ? path.moveTo(at) : path.lineTo(at);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_look.text, 1.8));
    painter.drawPath(path);
    for (const ScalingPoint& point : shown.points) {
        if (point.at == shown.here) {
            painter.setPen(QPen(m_look.card, 1));
            painter.setBrush(m_look.accent);
            painter.drawEllipse(toCell(cell, curve, static_cast<double>(point.at), inGiB(point.totalBytes)), 4, 4);
        }
    }
}

void ScalingPlot::paintPointed(QPainter& painter, const std::vector<Cell>& all) const
{
    if (!m_pointed) {
        return;
    }
    const ScalingPoint& point = m_curves[m_pointed->curve].points[m_pointed->point];
    const QPointF at =
        toCell(all[m_pointed->curve], m_pointed->curve, static_cast<double>(point.at), inGiB(point.totalBytes));
    painter.setPen(QPen(m_look.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, 6, 6);
    paintHoverBox(painter, m_look, QRectF(rect()), at, { { textAt(*m_pointed) } });
}

} // namespace sublinear
