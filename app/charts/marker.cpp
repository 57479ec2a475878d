// SPDX-License-Identifier: MIT
#include "app/charts/marker.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace sublinear {

namespace {

/// Corners on one circle, or on two by turns (a star); the first points up.
QPolygonF corners(QPointF centre, double outer, double inner, int count)
{
    QPolygonF polygon;
    polygon.reserve(count);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        const double radius = i % 2 == 0 ? outer : inner;
        polygon << centre + QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return polygon;
}

} // namespace

void drawMarker(QPainter& painter, QPointF centre, double size, QScatterSeries::MarkerShape shape)
{
    const double radius = size / 2;
    switch (shape) {
    case QScatterSeries::MarkerShapeRectangle:
        painter.drawRect(QRectF(centre.x() - radius, centre.y() - radius, size, size));
        break;
    case QScatterSeries::MarkerShapeRotatedRectangle:
        painter.drawPolygon(corners(centre, radius * 1.25, radius * 1.25, 4));
        break;
    case QScatterSeries::MarkerShapeTriangle:
        painter.drawPolygon(corners(centre, radius * 1.25, radius * 1.25, 3));
        break;
    case QScatterSeries::MarkerShapePentagon:
        painter.drawPolygon(corners(centre, radius * 1.15, radius * 1.15, 5));
        break;
    case QScatterSeries::MarkerShapeStar:
        painter.drawPolygon(corners(centre, radius * 1.4, radius * 0.6, 10));
        break;
    case QScatterSeries::MarkerShapeCircle:
        painter.drawEllipse(centre, radius, radius);
        break;
    }
}

} // namespace sublinear
