// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace sublinear {

constexpr double kPaleShare = 0.3; ///< of its colour that something keeps while another thing is lit

/// An ink that is not lit, on its ground: opaque, as what lies behind it must not show through.
QColor paledOn(const QColor& ground, const QColor& ink);
/// Pales what is drawn in a box already.
void paintPaleOver(QPainter& painter, const QColor& ground, const QRectF& box);

} // namespace sublinear
