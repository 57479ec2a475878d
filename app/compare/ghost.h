// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/compared_curves.h"
#include "app/style/look.h"

#include <QPen>
#include <QPointF>

#include <optional>

class QPainter;

namespace sublinear {

/// What is drawn of the baseline is thin and dashed in short and long, as nothing else is.
QPen ghostPen(const Look& look);
/// A ring at where the baseline stands.
void drawGhostMark(QPainter& painter, const Look& look, QPointF at);
/// From where it stood to where it stands now; nothing where the two are too near for an arrow.
void drawGhostArrow(QPainter& painter, const Look& look, QPointF from, QPointF to);

/// The baseline's sweep over the numbers of the shown one's axis; none without a baseline.
std::optional<ComparedCurve> ghostCurve(const Evaluation* baseline, const NumberSpan& axis);
/// The number at which it stands there; kNoNumber where its number has no place on the axis.
Count ghostNumber(const Evaluation* baseline, const ComparedCurve& curve, const NumberSpan& axis);

} // namespace sublinear
