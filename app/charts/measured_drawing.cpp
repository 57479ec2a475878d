// SPDX-License-Identifier: MIT
#include "app/charts/measured_drawing.h"

#include "app/charts/marker.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace sublinear {

void drawMeasured(QPainter& painter, const Look& look, const MeasuredDrawing& drawing)
{
    constexpr double kSize = 9;
    constexpr double kCap = 3;
    constexpr double kRing = 2.5;
    constexpr double kPale = 0.4;
    painter.save();
    painter.setOpacity(drawing.pale ? kPale : 1);
    // Dotted, with a ring at the prediction: where only the time differs, it lies along the bar.
    painter.setPen(QPen(drawing.ink, 1, Qt::DotLine));
    painter.drawLine(drawing.own, drawing.at);
    painter.setPen(QPen(drawing.ink, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(drawing.own, kRing, kRing);
    if (drawing.low && drawing.high) {
        painter.drawLine(QPointF(*drawing.low, drawing.at.y()), QPointF(*drawing.high, drawing.at.y()));
        for (const double x : { *drawing.low, *drawing.high }) {
            painter.drawLine(QPointF(x, drawing.at.y() - kCap), QPointF(x, drawing.at.y() + kCap));
        }
    }
    // A rim of the card's colour keeps it apart from the points of the same place.
    painter.setPen(QPen(look.card, 3));
    painter.setBrush(look.card);
    drawMarker(painter, drawing.at, kSize, MarkerShape::Diamond);
    painter.setPen(QPen(drawing.ink, 1.5));
    painter.setBrush(drawing.hollow ? look.card : drawing.ink);
    drawMarker(painter, drawing.at, kSize, MarkerShape::Diamond);
    painter.restore();
}

void drawMeasuredNames(QPainter& painter, const Look& look, const QRectF& plot, const std::vector<MeasuredName>& names)
{
    constexpr double kSpace = 4;
    constexpr double kSize = 8;
    constexpr double kMostPart = 0.45; // of the plot's width
    painter.save();
    painter.setFont(look.axis);
    const QFontMetricsF metrics(look.axis);
    const double line = metrics.height();
    double width = 0;
    std::vector<QString> texts;
    for (const MeasuredName& each : names) {
        texts.push_back(metrics.elidedText(each.name, Qt::ElideMiddle, kMostPart * plot.width()));
        width = std::max(width, metrics.horizontalAdvance(texts.back()));
    }
    const QSizeF size(width + kSize + 3 * kSpace, line * static_cast<double>(names.size()) + kSpace);
    const QRectF box(QPointF(plot.left() + kSpace, plot.bottom() - kSpace - size.height()), size);
    painter.setPen(QPen(look.border, 1));
    painter.setBrush(look.card);
    painter.drawRect(box);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double middle = box.top() + kSpace / 2 + line * (static_cast<double>(i) + 0.5);
        painter.setPen(QPen(names[i].ink, 1));
        painter.setBrush(names[i].ink);
        drawMarker(painter, { box.left() + kSpace + kSize / 2, middle }, kSize, MarkerShape::Diamond);
        painter.setPen(look.text);
        painter.drawText(QRectF(box.left() + 2 * kSpace + kSize, middle - line / 2, width + 1, line),
            Qt::AlignLeft | Qt::AlignVCenter, texts[i]);
    }
    painter.restore();
}

} // namespace sublinear
