// SPDX-License-Identifier: MIT
#include "app/charts/legend.h"

#include "app/charts/marker.h"

#include <QFontMetricsF>
#include <QPainter>

namespace sublinear {

namespace {

constexpr double kSign = 14; ///< width of the line or marker before each text
constexpr double kApart = 10; ///< between entries

double lineHeight(const Look& look)
{
    return QFontMetricsF(look.axis).height();
}

/// Left end and line of every entry.
struct Place {
    double left = 0;
    int line = 0;
};

std::vector<Place> placesOf(const Look& look, const std::vector<LegendEntry>& entries, double width)
{
    const QFontMetricsF metrics(look.axis);
    std::vector<Place> places;
    Place next;
    for (const LegendEntry& entry : entries) {
        const double wide = kSign + 4 + metrics.horizontalAdvance(entry.text);
        if (next.left > 0 && next.left + wide > width) {
            next = { 0, next.line + 1 };
        }
        places.push_back(next);
        next.left += wide + kApart;
    }
    return places;
}

void paintSign(QPainter& painter, const Look& look, const LegendEntry& entry, QPointF left)
{
    const QPointF middle = left + QPointF(kSign / 2, 0);
    switch (entry.sign) {
    case LegendEntry::Sign::Line:
        painter.setPen(QPen(entry.color, 2));
        painter.drawLine(left, left + QPointF(kSign, 0));
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        drawMarker(painter, middle, 7, entry.marker);
        break;
    case LegendEntry::Sign::Dashes:
        painter.setPen(QPen(entry.color, 1.2));
        painter.drawLine(left, left + QPointF(kSign, 0));
        painter.setBrush(look.card);
        drawMarker(painter, middle, 6, MarkerShape::Square);
        break;
    case LegendEntry::Sign::Marker:
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        drawMarker(painter, middle, 9, entry.marker);
        break;
    case LegendEntry::Sign::Fill:
        painter.setPen(QPen(edgeColor(entry.color, look.dark), 1));
        painter.setBrush(entry.color);
        painter.drawRect(QRectF(left + QPointF(2, -5), QSizeF(10, 10)));
        break;
    }
}

} // namespace

double legendHeight(const Look& look, const std::vector<LegendEntry>& entries, double width)
{
    return entries.empty() ? 0 : lineHeight(look) * (placesOf(look, entries, width).back().line + 1);
}

void paintLegend(
    QPainter& painter, const Look& look, const std::vector<LegendEntry>& entries, QPointF corner, double width)
{
    const QFontMetricsF metrics(look.axis);
    const std::vector<Place> places = placesOf(look, entries, width);
    painter.setFont(look.axis);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QPointF top = corner + QPointF(places[i].left, places[i].line * lineHeight(look));
        paintSign(painter, look, entries[i], top + QPointF(0, metrics.height() / 2));
        painter.setPen(look.text);
        painter.drawText(top + QPointF(kSign + 4, metrics.ascent()), entries[i].text);
    }
}

} // namespace sublinear
