// SPDX-License-Identifier: MIT
#include "app/style/veil.h"

#include "app/style/look.h"

#include <QPainter>

namespace sublinear {

namespace {
constexpr float kDim = 0.66F; ///< of the ground's colour over the picture
constexpr int kLine = 2;
} // namespace

Veil::Veil(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("veil"));
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void Veil::setFace(Face face)
{
    if (face == m_face) {
        return;
    }
    m_face = face;
    // A refused scenario is often mended by a click into the old picture.
    setAttribute(Qt::WA_TransparentForMouseEvents, face != Face::Computing);
    setVisible(face != Face::Current);
    raise();
    update();
}

void Veil::paintEvent(QPaintEvent* /*event*/)
{
    const Look look = lookOf(palette(), font());
    QColor dim = look.card;
    dim.setAlphaF(kDim);
    QPainter painter(this);
    painter.fillRect(rect(), dim);
    if (m_face == Face::Computing) {
        painter.fillRect(0, 0, width(), kLine, look.accent);
    }
}

} // namespace sublinear
