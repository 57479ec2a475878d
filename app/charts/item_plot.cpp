// SPDX-License-Identifier: MIT
#include "app/charts/item_plot.h"

#include <QKeyEvent>

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
    m_pointed = item;
    m_at = position;
    if (item == kNone) {
        hideHover();
    } else {
        showHover(position, describe(item));
    }
}

void ItemPlot::refreshHover()
{
    if (m_pointed != kNone) {
        point(m_pointed < itemCount() ? m_pointed : kNone, m_at);
    }
}

void ItemPlot::keyPressEvent(QKeyEvent* event)
{
    const qsizetype last = itemCount() - 1;
    qsizetype to = kNone;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        to = m_pointed == kNone ? 0 : std::min(last, m_pointed + 1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        to = m_pointed == kNone ? last : std::max<qsizetype>(0, m_pointed - 1);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = last;
        break;
    case Qt::Key_Escape:
        if (m_pointed != kNone) {
            point(kNone, {});
            return;
        }
        event->ignore();
        return;
    default:
        Plot::keyPressEvent(event);
        return;
    }
    if (last >= 0) {
        point(to, toChart(placeOf(to)));
    }
}

void ItemPlot::focusOutEvent(QFocusEvent* event)
{
    m_pointed = kNone;
    Plot::focusOutEvent(event);
}

} // namespace sublinear
