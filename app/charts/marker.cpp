// SPDX-License-Identifier: MIT
#include "app/charts/marker.h"

#include <QPainter>
#include <QPolygonF>
#include <QTransform>

#include <cmath>
#include <numbers>

namespace sublinear {

namespace {

/// Corners on one circle, or on two by turns (a star); the first points up.
QPolygonF corners(double outer, double inner, int count)
{
    QPolygonF polygon;
    polygon.reserve(count);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        const double radius = i % 2 == 0 ? outer : inner;
        polygon << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return polygon;
}

/// Two bars across each other, the first upright.
QPolygonF plus(double radius, double half)
{
    return { { { -half, -radius }, { half, -radius }, { half, -half }, { radius, -half }, { radius, half },
        { half, half }, { half, radius }, { -half, radius }, { -half, half }, { -radius, half }, { -radius, -half },
        { -half, -half } } };
}

QPolygonF cross(double radius, double half)
{
    return QTransform().rotate(45).map(plus(radius, half));
}

QPolygonF flipped(const QPolygonF& polygon)
{
    return QTransform::fromScale(1, -1).map(polygon);
}

} // namespace

void drawMarker(QPainter& painter, QPointF centre, double size, MarkerShape shape)
{
    const double radius = size / 2;
    const auto draw = [&](const QPolygonF& polygon) { painter.drawPolygon(polygon.translated(centre)); };
    switch (shape) {
    case MarkerShape::Square:
        painter.drawRect(QRectF(centre.x() - radius, centre.y() - radius, size, size));
        break;
    case MarkerShape::Bar:
        painter.drawRect(QRectF(centre.x() - 1.5 * radius, centre.y() - 0.5 * radius, 1.5 * size, 0.5 * size));
        break;
    case MarkerShape::Diamond:
        draw(corners(radius * 1.25, radius * 1.25, 4));
        break;
    case MarkerShape::Triangle:
        draw(corners(radius * 1.25, radius * 1.25, 3));
        break;
    case MarkerShape::TriangleDown:
        draw(flipped(corners(radius * 1.25, radius * 1.25, 3)));
        break;
    case MarkerShape::Pentagon:
        draw(corners(radius * 1.15, radius * 1.15, 5));
        break;
    case MarkerShape::Star:
        draw(corners(radius * 1.4, radius * 0.6, 10));
        break;
    case MarkerShape::Plus:
        draw(plus(radius * 1.25, radius * 0.4));
        break;
    case MarkerShape::Cross:
        draw(cross(radius * 1.25, radius * 0.4));
        break;
    case MarkerShape::Hourglass:
        draw({ { { -radius, -radius }, { radius, -radius }, { -radius, radius }, { radius, radius } } });
        break;
    case MarkerShape::Disc:
        painter.drawEllipse(centre, radius, radius);
        break;
    }
}

} // namespace sublinear
