// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/marker_shape.h"

#include <QPointF>

class QPainter;

namespace sublinear {

/// A marker, `size` pixels wide, in the painter's pen and brush. A scatter series
/// makes an item per point, which is slow, and makes and destroys them as their number changes.
void drawMarker(QPainter& painter, QPointF centre, double size, MarkerShape shape);

} // namespace sublinear
