// SPDX-License-Identifier: MIT
#include "app/charts/item_plot.h"

#include <algorithm>

namespace sublinear {

ItemPlot::ItemPlot(QWidget* parent)
    : Plot(parent)
{
    connect(this, &Plot::pointed, this,
        [this](const QPointF& value, const QPointF& position) { point(itemAt(value), position); });
    connect(this, &Plot::pointerLeft, this, [this] { point(kNone, {}); });
}

void ItemPlot::point(qsizetype item, QPointF position)
{
    const bool anew = item != m_pointed;
    m_pointed = item;
    m_at = position;
    if (item == kNone) {
        hideHover();
    } else {
        showHover(position, describe(item));
    }
    if (anew) {
        Q_EMIT itemPointed(item);
    }
}

void ItemPlot::refreshHover()
{
    if (m_pointed != kNone) {
        point(m_pointed < itemCount() ? m_pointed : kNone, m_at);
    }
}

bool ItemPlot::movePointer(Move move)
{
    const qsizetype last = itemCount() - 1;
    qsizetype to = kNone;
    switch (move) {
    case Move::Right:
    case Move::Down:
        to = m_pointed == kNone ? 0 : std::min(last, m_pointed + 1);
        break;
    case Move::Left:
    case Move::Up:
        to = m_pointed == kNone ? last : std::max<qsizetype>(0, m_pointed - 1);
        break;
    case Move::First:
        to = 0;
        break;
    case Move::Last:
        to = last;
        break;
    }
    if (last >= 0) {
        point(to, toChart(placeOf(to)));
    }
    return true;
}

bool ItemPlot::dropPointed()
{
    if (m_pointed == kNone) {
        return false;
    }
    point(kNone, {});
    return true;
}

void ItemPlot::focusOutEvent(QFocusEvent* event)
{
    Plot::focusOutEvent(event);
    point(kNone, {});
}

} // namespace sublinear
