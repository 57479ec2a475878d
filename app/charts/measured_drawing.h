// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/look.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace sublinear {

/// A measured point in chart coordinates: a diamond, hollow where it was carried over from another
/// shape, joined by a dotted line to a ring at what was predicted of it, with a bar for the quartiles.
struct MeasuredDrawing {
    QPointF at;
    QPointF own; ///< the prediction's place
    std::optional<double> low; ///< x of the bar's ends
    std::optional<double> high;
    bool hollow = false;
    bool pale = false; ///< of another scenario
    QColor ink; ///< of its set
};
void drawMeasured(QPainter& painter, const Look& look, const MeasuredDrawing& drawing);

/// Which colour is which set's.
struct MeasuredName {
    QColor ink;
    QString name;
};
/// A line each, in a box of the card's colour at the plot's lower left corner.
void drawMeasuredNames(QPainter& painter, const Look& look, const QRectF& plot, const std::vector<MeasuredName>& names);

} // namespace sublinear
