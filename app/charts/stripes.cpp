// SPDX-License-Identifier: MIT
#include "app/charts/stripes.h"

namespace sublinear {

QList<QPointF> stripeEdge(
    qsizetype count, const std::function<double(qsizetype)>& border, const std::function<double(qsizetype)>& value)
{
    QList<QPointF> points;
    points.reserve(2 * count);
    for (qsizetype i = 0; i < count; ++i) {
        const double height = value(i);
        points.append({ border(i), height });
        points.append({ border(i + 1), height });
    }
    return points;
}

QList<QPointF> barEdge(qsizetype count, const std::function<double(qsizetype)>& border,
    const std::function<double(qsizetype)>& value, double gap)
{
    if (gap <= 0) { // no room between bars: one outline
        return stripeEdge(count, border, value);
    }
    QList<QPointF> points;
    points.reserve(4 * count);
    for (qsizetype i = 0; i < count; ++i) {
        const double left = border(i);
        const double inset = (border(i + 1) - left) * gap;
        const double height = value(i);
        points.append({ left + inset, 0 });
        points.append({ left + inset, height });
        points.append({ border(i + 1) - inset, height });
        points.append({ border(i + 1) - inset, 0 });
    }
    return points;
}

} // namespace sublinear
