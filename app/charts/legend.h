// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/look.h"
#include "app/style/marker_shape.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

namespace sublinear {

/// What a colour, a line or a marker of a plot stands for.
struct LegendEntry {
    enum class Sign {
        Line, ///< solid, with markers on it
        Dashes, ///< a dashed line with hollow squares
        Marker,
        Fill ///< a square of the colour, as an area or a bar has it
    };
    QString text;
    QColor color;
    Sign sign = Sign::Line;
    MarkerShape marker = MarkerShape::Disc;
    bool operator==(const LegendEntry&) const = default;
};

/// Height of the lines that the entries take at a width; 0 without entries.
double legendHeight(const Look& look, const std::vector<LegendEntry>& entries, double width);
/// The entries from the top left corner on, in as many lines as they take.
void paintLegend(
    QPainter& painter, const Look& look, const std::vector<LegendEntry>& entries, QPointF corner, double width);

} // namespace sublinear
