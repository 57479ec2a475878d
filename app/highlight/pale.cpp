// SPDX-License-Identifier: MIT
#include "app/highlight/pale.h"

#include <QPainter>

namespace sublinear {

QColor paledOn(const QColor& ground, const QColor& ink)
{
    const auto mixed = [](int under, int over) { return qRound(kPaleShare * over + (1 - kPaleShare) * under); };
    return { mixed(ground.red(), ink.red()), mixed(ground.green(), ink.green()), mixed(ground.blue(), ink.blue()) };
}

void paintPaleOver(QPainter& painter, const QColor& ground, const QRectF& box)
{
    QColor veil = ground;
    veil.setAlphaF(static_cast<float>(1 - kPaleShare));
    painter.fillRect(box.normalized().adjusted(-1, -1, 1, 1), veil); // with its outline
}

} // namespace sublinear
