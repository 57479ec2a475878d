// SPDX-License-Identifier: MIT
#include "tests/app/support/chart_hand.h"

#include "app/table/k_table.h"

#include <QApplication>
#include <QMouseEvent>

#include <cmath>

namespace sublinear::testing {

void send(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButton button)
{
    const bool down = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, down ? button : Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

void click(QWidget& widget, QPointF at, Qt::MouseButton button)
{
    send(widget, QEvent::MouseButtonPress, at, button);
    send(widget, QEvent::MouseButtonRelease, at, button);
}

void doubleClick(QWidget& widget, QPointF at)
{
    click(widget, at);
    QCoreApplication::processEvents(); // the two clicks are not in one go
    send(widget, QEvent::MouseButtonDblClick, at, Qt::LeftButton);
    send(widget, QEvent::MouseButtonRelease, at, Qt::LeftButton);
}

void ChartHand::leaveAll()
{
    for (QChartView* view : page.findChildren<QChartView*>()) {
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(view, &leave);
    }
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&page.table(), &leave);
}

QPointF ChartHand::overK(const Plot& plot, Count k)
{
    return { plot.toChart({ std::log2(static_cast<double>(k)), 0 }).x(), plot.plotRect().center().y() };
}

QPointF ChartHand::onFrontier(Count k)
{
    return plot(QStringLiteral("frontier")).toChart({ 100 * row(k).extraForwardFraction, 100 * row(k).savedFraction });
}

QStringList cardsOverK()
{
    return { QStringLiteral("memory"), QStringLiteral("batch"), QStringLiteral("throughput") };
}

} // namespace sublinear::testing
