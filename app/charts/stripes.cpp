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

std::vector<qsizetype> drawnPlaces(const std::vector<bool>& listed, bool thinned)
{
    std::vector<qsizetype> drawn(listed.size(), -1);
    qsizetype before = -1;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        if (!listed[i]) {
            continue;
        }
        const auto here = static_cast<qsizetype>(i);
        for (qsizetype gap = thinned && before >= 0 ? before : here; gap < here; ++gap) {
            drawn[static_cast<std::size_t>(gap)] = before;
        }
        drawn[i] = here;
        before = here;
    }
    return drawn;
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
