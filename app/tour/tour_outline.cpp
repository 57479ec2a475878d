// SPDX-License-Identifier: MIT
#include "app/tour/tour_outline.h"

#include "app/style/look.h"

#include <QEvent>
#include <QPainter>

namespace sublinear {

TourOutline::TourOutline(QWidget& around)
    : QWidget(&around)
    , m_around(around)
{
    setObjectName(QStringLiteral("tour.outline"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(around.rect());
    around.installEventFilter(this);
    show();
    raise();
}

bool TourOutline::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) {
        setGeometry(m_around.rect());
        raise();
    }
    return QWidget::eventFilter(watched, event);
}

void TourOutline::paintEvent(QPaintEvent* /*event*/)
{
    constexpr double kPen = 2;
    constexpr double kRadius = 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(lookOf(palette(), font()).accent, kPen));
    painter.drawRoundedRect(QRectF(rect()).adjusted(kPen / 2, kPen / 2, -kPen / 2, -kPen / 2), kRadius, kRadius);
}

} // namespace sublinear
