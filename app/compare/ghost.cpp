// SPDX-License-Identifier: MIT
#include "app/compare/ghost.h"

#include <QLineF>
#include <QPainter>

namespace sublinear {

QPen ghostPen(const Look& look)
{
    QPen pen(look.text, 1.1);
    pen.setDashPattern({ 6, 2, 1, 2 });
    return pen;
}

void drawGhostMark(QPainter& painter, const Look& look, QPointF at)
{
    painter.setPen(QPen(look.card, 3.5));
    painter.setBrush(look.card);
    painter.drawEllipse(at, 3.5, 3.5);
    painter.setPen(QPen(look.text, 1.3));
    painter.drawEllipse(at, 3.5, 3.5);
}

void drawGhostArrow(QPainter& painter, const Look& look, QPointF from, QPointF to)
{
    constexpr double kNear = 16;
    constexpr double kClear = 6; ///< of the two marks
    constexpr double kHead = 6;
    QLineF shaft(from, to);
    const double length = shaft.length();
    if (length < kNear) {
        return;
    }
    shaft = QLineF(shaft.pointAt(kClear / length), shaft.pointAt(1 - kClear / length));
    const QPointF along(shaft.dx() / shaft.length(), shaft.dy() / shaft.length());
    const QPointF across(-along.y(), along.x());
    const QPointF tip = shaft.p2();
    const QPointF back = tip - kHead * along;
    for (const QPen& pen : { QPen(look.card, 4), QPen(look.text, 1.3) }) {
        painter.setPen(pen);
        painter.drawLine(shaft);
        painter.drawLine(tip, back + 0.55 * kHead * across);
        painter.drawLine(tip, back - 0.55 * kHead * across);
    }
}

std::optional<ComparedCurve> ghostCurve(const Evaluation* baseline, const NumberSpan& axis)
{
    if (baseline == nullptr) {
        return std::nullopt;
    }
    ComparedCurve curve = curveOver(baseline->scenario.checkpointing.policy, baseline->sweep, axis);
    if (curve.level) { // what was pinned, not the least that its policy reaches
        curve.rows = { baseline->chosen };
    }
    return curve;
}

Count ghostNumber(const Evaluation* baseline, const ComparedCurve& curve, const NumberSpan& axis)
{
    const Count number = baseline != nullptr ? chosenNumber(*baseline) : kNoNumber;
    return !curve.level && axis.holds(number) ? number : kNoNumber;
}

} // namespace sublinear
