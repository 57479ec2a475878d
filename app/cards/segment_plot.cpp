// SPDX-License-Identifier: MIT
#include "app/cards/segment_plot.h"

#include "app/compare/ghost.h"
#include "core/base/units.h"
#include "core/plan/segment_length.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {
namespace {

QString fixed(double value, int decimals)
{
    return QString::fromStdString(formatFixed(value, decimals));
}

} // namespace

SegmentPlot::SegmentPlot(QWidget* parent)
    : ItemPlot(parent)
    , m_ghostLine(addLine(QStringLiteral("baseline")))
    , m_own(addLine(QStringLiteral("own")))
    , m_cost(addLine(QStringLiteral("cost")))
{
    setXTitle(tr("K (logarithmic)"));
}

void SegmentPlot::setBaseline(Count layers, double ratio)
{
    m_ghostLayers = layers;
    m_ghostRatio = ratio;
}

QList<QPointF> SegmentPlot::curve(Count layers, double ratio) const
{
    QList<QPointF> points;
    const Count last = std::min(layers, m_layers);
    points.reserve(static_cast<qsizetype>(last));
    for (Count k = 1; k <= last; ++k) {
        points.append({ kAxis::position(k), segmentCost(layers, ratio, k) });
    }
    return points;
}

void SegmentPlot::present(Count layers, double ratio, double ownRatio)
{
    m_layers = layers;
    m_ratio = ratio;
    m_ownRatio = ownRatio;
    m_best = bestSegmentLengths(layers, ratio);
    m_cost->replace(curve(ratio));
    m_ghostLine->replace(curve(m_ghostLayers, m_ghostRatio));
    m_own->replace(ratio == ownRatio ? QList<QPointF>() : curve(ownRatio));
    setXAxis(kAxis::spec(1, layers));
    // The curve may leave the picture: how it turns is what is to be seen.
    const double least = segmentCost(layers, ratio, m_best.front());
    const double ends = std::max(segmentCost(layers, ratio, 1), least * 2.5);
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, std::min(ends, static_cast<double>(layers)) * 1.1, &previous));
    refreshHover();
    repaintMarks();
}

void SegmentPlot::setPointedK(Count k)
{
    if (k != m_pointedK) {
        m_pointedK = k;
        repaintMarks();
    }
}

qsizetype SegmentPlot::itemAt(QPointF value) const
{
    return static_cast<qsizetype>(kAxis::nearest(value.x(), m_layers) - 1);
}

QPointF SegmentPlot::placeOf(qsizetype item) const
{
    const Count k = item + 1;
    return { kAxis::position(k), std::min(segmentCost(m_layers, m_ratio, k), yAxis().maximum) };
}

std::vector<HoverLine> SegmentPlot::describe(qsizetype item) const
{
    const Count k = item + 1;
    const Count boundaries = (m_layers + k - 1) / k;
    return { { tr("K=%1: %2 layers").arg(k).arg(fixed(segmentCost(m_layers, m_ratio, k), 2)), m_cost->color() },
        { tr("%1 boundaries, %2 of a layer each").arg(boundaries).arg(fixed(1 / m_ratio, 3)) },
        { tr("live segment: %1 saved sets, %2 inputs between").arg(k).arg(k - 1) } };
}

void SegmentPlot::paintRoot(QPainter& painter, double k, const QString& name, const QPen& pen, int line) const
{
    const QRectF plot = plotRect();
    const double x = toChart({ std::log2(std::max(k, 1.0)), 0 }).x();
    painter.setPen(pen);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QFontMetricsF metrics(look().axis);
    const double width = metrics.horizontalAdvance(name);
    const bool toTheRight = x + 4 + width < plot.right();
    painter.setPen(pen.color());
    drawLabel(painter, { toTheRight ? x + 4 : x - 4, plot.top() + 2 + line * metrics.height() },
        (toTheRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop, name);
}

void SegmentPlot::paintMarks(QPainter& painter) const
{
    if (m_pointedK != kNoNumber && m_pointedK <= m_layers) {
        const double x = toChart({ kAxis::position(m_pointedK), 0 }).x();
        painter.setPen(QPen(look().muted, 1, Qt::DotLine));
        painter.drawLine(QPointF(x, plotRect().top()), QPointF(x, plotRect().bottom()));
    }
    painter.setFont(look().axis);
    const double root = std::sqrt(static_cast<double>(m_layers));
    const double smooth = std::max(1.0, smoothSegmentLength(m_layers, m_ratio)); // no segment is shorter than a layer
    paintRoot(painter, root, tr("\u221aN = %1").arg(fixed(root, 1)), QPen(look().muted, 1, Qt::DotLine), 1);
    paintRoot(painter, smooth, tr("K* = %1").arg(fixed(smooth, 1)), QPen(look().accent, 1.5), 0);
    const double ownStart = segmentCost(m_layers, m_ownRatio, 1);
    if (m_ownRatio != m_ratio && ownStart < yAxis().maximum) {
        painter.setPen(look().muted);
        drawLabel(painter, toChart({ 0, ownStart }) - QPointF(0, 3), Qt::AlignLeft | Qt::AlignBottom,
            tr("this scenario: %1").arg(fixed(m_ownRatio, 1)));
    }
    painter.setPen(QPen(look().fits, 2));
    painter.setBrush(Qt::NoBrush);
    for (const Count k : m_best) {
        painter.drawEllipse(toChart({ kAxis::position(k), segmentCost(m_layers, m_ratio, k) }), 6, 6);
    }
}

void SegmentPlot::styleSeries()
{
    m_cost->setPen(QPen(look().accent, 2));
    m_own->setPen(QPen(look().muted, 1.2));
    m_ghostLine->setPen(ghostPen(look()));
}

} // namespace sublinear
