// SPDX-License-Identifier: MIT
#include "app/window/verdict_mark.h"

#include "app/style/look.h"

#include <QPainter>

namespace sublinear {

VerdictMark::VerdictMark(QWidget* parent)
    : QWidget(parent)
{
    constexpr int kSide = 32;
    setFixedSize(kSide, kSide);
}

void VerdictMark::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        update();
    }
}

void VerdictMark::paintEvent(QPaintEvent* /*event*/)
{
    const Look look = lookOf(palette(), font());
    const QColor ground = m_state == State::Fits ? look.fits
        : m_state == State::DoesNotFit           ? look.doesNotFit
                                                 : look.muted;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(QRectF(rect()).adjusted(2, 2, -2, -2));
    painter.setPen(QPen(look.card, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (m_state) {
    case State::Fits:
        painter.drawPolyline(QPolygonF { { QPointF(10, 16.5), QPointF(14.5, 21), QPointF(22, 11.5) } });
        break;
    case State::DoesNotFit:
        painter.drawLine(QPointF(11, 11), QPointF(21, 21));
        painter.drawLine(QPointF(21, 11), QPointF(11, 21));
        break;
    case State::Refused:
        painter.drawLine(QPointF(16, 9), QPointF(16, 17));
        painter.drawPoint(QPointF(16, 22.5));
        break;
    case State::Computing:
        painter.drawPoints(QPolygonF { { QPointF(10, 16), QPointF(16, 16), QPointF(22, 16) } });
        break;
    }
}

} // namespace sublinear
