// SPDX-License-Identifier: MIT
#pragma once

#include <QBrush>
#include <QLineF>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace sublinear::testing {

/// A text that a widget drew, as the paint engine got it.
struct PaintedText {
    QString text;
    QRectF box; ///< in the widget's coordinates
    QColor ink;
    bool cut = false; ///< the clip leaves some of it out
};

struct PaintedLine {
    QLineF line;
    QPen pen;
};

struct PaintedShape {
    QRectF box;
    QPen pen;
    QBrush brush;
};

/// A marker of any shape: ellipse, rectangle or regular polygon.
struct PaintedMarker {
    QPointF centre;
    QPen pen;
    QBrush brush;
};

struct Painted {
    std::vector<PaintedText> texts;
    std::vector<PaintedLine> lines;
    std::vector<PaintedShape> ellipses;
    std::vector<PaintedShape> rects;
    std::vector<PaintedMarker> markers; ///< ellipses and rects too

    [[nodiscard]] QStringList textList() const;
    [[nodiscard]] bool hasText(const QString& text) const;
};

/// What a widget and its visible children paint now, in the order of painting. What stands on
/// the screen is known no other way: tables, axis labels and marks are painted, not held by labels.
Painted painted(QWidget& widget);

/// Texts that lie over each other or are cut off, in words; empty where everything can be read.
QStringList unreadable(const std::vector<PaintedText>& texts);

} // namespace sublinear::testing
