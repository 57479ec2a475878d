// SPDX-License-Identifier: MIT
#pragma once

#include <QScatterSeries>

class QPainter;

namespace sublinear {

/// A scatter series' marker, `size` pixels wide, in the painter's pen and brush. A scatter series itself
/// makes an item per point, which is slow, and makes and destroys them as their number changes.
void drawMarker(QPainter& painter, QPointF centre, double size, QScatterSeries::MarkerShape shape);

} // namespace sublinear
