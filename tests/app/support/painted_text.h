// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
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

/// Every text that a widget and its visible children paint now, in the order of painting.
/// What stands on the screen as glyphs is known no other way: tables, axis labels and marks are
/// painted by us, not held by some label.
std::vector<PaintedText> paintedTexts(QWidget& widget);

QStringList textsOf(const std::vector<PaintedText>& painted);

/// Texts that lie over each other or are cut off, in words; empty where everything can be read.
QStringList unreadable(const std::vector<PaintedText>& painted);

} // namespace sublinear::testing
