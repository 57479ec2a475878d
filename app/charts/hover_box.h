// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/plot.h"

class QFontMetricsF;
class QPainter;

namespace sublinear {

/// Lines broken between words where they are wider than `width`; a chip stands at the first of each alone.
std::vector<HoverLine> wrappedLines(const std::vector<HoverLine>& lines, const QFontMetricsF& metrics, double width);

/// A small box with lines of text beside `at`, kept inside `bounds`: wrapped where they are too long for it.
void paintHoverBox(
    QPainter& painter, const Look& look, const QRectF& bounds, QPointF at, const std::vector<HoverLine>& lines);

/// Text with a halo in the card's colour, so that it reads over any series; kept inside `bounds`.
void drawHaloText(QPainter& painter, const Look& look, const QRectF& bounds, QPointF anchor, Qt::Alignment alignment,
    const QString& text);

} // namespace sublinear
