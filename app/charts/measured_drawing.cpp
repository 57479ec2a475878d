// SPDX-License-Identifier: MIT
#include "app/charts/measured_drawing.h"

#include "app/charts/marker.h"

#include <QPainter>

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
    painter.setPen(QPen(look.text, 1, Qt::DotLine));
    painter.drawLine(drawing.own, drawing.at);
    painter.setPen(QPen(look.text, 1));
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
    drawMarker(painter, drawing.at, kSize, QScatterSeries::MarkerShapeRotatedRectangle);
    painter.setPen(QPen(look.text, 1.5));
    painter.setBrush(drawing.hollow ? look.card : look.text);
    drawMarker(painter, drawing.at, kSize, QScatterSeries::MarkerShapeRotatedRectangle);
    painter.restore();
}

} // namespace sublinear
