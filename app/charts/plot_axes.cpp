// SPDX-License-Identifier: MIT
// What a plot paints around its series: grid, axes, legend and the frame of the focus.
#include "app/charts/plot.h"

#include <QChart>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

void Plot::paintGrid(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_look.grid, 1));
    const auto lines = [&](const AxisSpec& axis, const auto& draw) {
        if (axis.gridStep > 0) {
            const auto last = std::floor(axis.maximum / axis.gridStep + 1e-9);
            for (auto i = std::ceil(axis.minimum / axis.gridStep - 1e-9); i <= last; ++i) {
                draw(i * axis.gridStep);
            }
        }
    };
    lines(m_x, [&](double at) {
        const double x = toChart({ at, 0 }).x();
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    });
    lines(m_y, [&](double at) {
        const double y = toChart({ 0, at }).y();
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
    });
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void Plot::paintAxes(QPainter& painter) const
{
    const QFontMetricsF metrics(m_look.axis);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_look.border, 1));
    if (m_y.gridStep > 0) {
        const double zero = toChart({ m_x.minimum, std::clamp(0.0, m_y.minimum, m_y.maximum) }).y();
        painter.drawLine(QPointF(m_plot.left(), zero), QPointF(m_plot.right(), zero));
    } else { // names, not numbers, stand at the side: bars start from there
        painter.drawLine(m_plot.topLeft(), m_plot.bottomLeft());
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(m_look.axis);
    painter.setPen(m_look.muted);
    for (const Tick& tick : m_y.ticks) {
        const double y = toChart({ m_x.minimum, tick.at }).y();
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    paintXTicks(painter);
    if (!m_legend.empty()) {
        paintLegend(painter, m_look, m_legend, { 0, 0 }, chart()->size().width());
        painter.setPen(m_look.muted);
    }
    if (!m_xTitle.isEmpty()) {
        const double width = metrics.horizontalAdvance(m_xTitle);
        const double right = width > m_plot.width() ? chart()->size().width() - 2 : m_plot.right();
        const QRectF box(0, m_plot.bottom() + 4 + metrics.height(), right, metrics.height());
        painter.drawText(
            box, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(m_xTitle, Qt::ElideRight, box.width()));
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_look.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(QPointF(0, 0), chart()->size()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

// Never one label on another: on an even axis every second stays, or every third; on a logarithmic one
// those that have room behind the one before.
void Plot::paintXTicks(QPainter& painter) const
{
    const QFontMetricsF metrics(m_look.axis);
    const auto boxOf = [&](const Tick& tick) {
        const double x = toChart({ tick.at, m_y.minimum }).x();
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, chart()->size().width() - width - 1));
        return QRectF(left, m_plot.bottom() + 4, width, metrics.height());
    };
    const auto meets = [](const QRectF& left, const QRectF& right) { return right.left() < left.right() + 4; };
    std::size_t stride = 1;
    const auto crowded = [&] {
        for (std::size_t i = stride; i < m_x.ticks.size(); i += stride) {
            if (meets(boxOf(m_x.ticks[i - stride]), boxOf(m_x.ticks[i]))) {
                return true;
            }
        }
        return false;
    };
    while (m_x.gridStep > 0 && crowded()) {
        ++stride;
    }
    QRectF last(-1e9, 0, 0, 0);
    for (std::size_t i = 0; i < m_x.ticks.size(); i += stride) {
        const QRectF box = boxOf(m_x.ticks[i]);
        if (!meets(last, box)) {
            last = box;
            painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), m_x.ticks[i].text);
        }
    }
}

} // namespace sublinear
