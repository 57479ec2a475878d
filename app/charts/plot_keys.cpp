// SPDX-License-Identifier: MIT
#include "app/charts/number_span.h"
#include "app/charts/plot.h"

#include <QKeyEvent>

#include <algorithm>
#include <optional>

namespace sublinear {

void Plot::keyPressEvent(QKeyEvent* event)
{
    const auto move = [event]() -> std::optional<Move> {
        switch (event->key()) {
        case Qt::Key_Left:
            return Move::Left;
        case Qt::Key_Right:
            return Move::Right;
        case Qt::Key_Up:
            return Move::Up;
        case Qt::Key_Down:
            return Move::Down;
        case Qt::Key_Home:
            return Move::First;
        case Qt::Key_End:
            return Move::Last;
        default:
            return std::nullopt;
        }
    }();
    if (move && movePointer(*move)) {
        return;
    }
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        event->setAccepted(takePointed()); // else the card's: full size
        return;
    case Qt::Key_Escape:
        event->setAccepted(dropPointed());
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

std::optional<Count> Plot::movedNumber(const NumberSpan& numbers, Move move, Count from)
{
    const Count start = std::max(numbers.first, from); // nothing chosen on the axis: from its left end
    switch (move) {
    case Move::Left:
        return numbers.stepped(start, -1);
    case Move::Right:
        return numbers.stepped(start, 1);
    case Move::First:
        return numbers.first;
    case Move::Last:
        return numbers.last;
    case Move::Up:
    case Move::Down:
        break;
    }
    return std::nullopt;
}

} // namespace sublinear
