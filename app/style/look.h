// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace sublinear {

/// Colours and type of everything we draw ourselves, on screen and in exports. A value:
/// views take it from their palette and ask again when the palette changes.
struct Look {
    bool dark = false;
    bool projector = false; ///< a projector's: no pale greys, and no hints
    QColor window; ///< behind the cards
    QColor card; ///< a card's ground
    QColor border; ///< hairlines
    QColor grid; ///< quieter than the border
    QColor text;
    QColor muted; ///< hints, axis numbers
    QColor accent; ///< the chosen number, focus
    QColor fits;
    QColor doesNotFit;
    QColor limit; ///< the device's line
    QFont title; ///< a card's finding
    QFont axis; ///< axis numbers and labels in charts
    QFont strong; ///< a number that must be read first
};

/// Follows the palette: dark when text is lighter than its ground. Sizes scale with the base font.
Look lookOf(const QPalette& palette, const QFont& base);

/// Each kind of memory has one colour everywhere (Okabe-Ito: safe for colour-blind eyes).
QColor kindColor(MemoryKind kind, bool dark);
/// The same hue, darker on light ground and lighter on dark: carries the contrast of a fill's edge.
QColor edgeColor(const QColor& fill, bool dark);

} // namespace sublinear
