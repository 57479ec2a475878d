// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/plot.h"

class QPainter;

namespace sublinear {

/// A small box with lines of text beside `at`, kept inside `bounds`.
void paintHoverBox(
    QPainter& painter, const Look& look, const QRectF& bounds, QPointF at, const std::vector<HoverLine>& lines);

/// Text with a halo in the card's colour, so that it reads over any series; kept inside `bounds`.
void drawHaloText(QPainter& painter, const Look& look, const QRectF& bounds, QPointF anchor, Qt::Alignment alignment,
    const QString& text);

} // namespace sublinear
