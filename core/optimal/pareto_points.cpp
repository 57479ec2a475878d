// SPDX-License-Identifier: MIT
#include "core/optimal/pareto_points.h"

#include <limits>
#include <utility>

namespace sublinear {

void mergeInto(ParetoPoints& points, const ParetoPoints& added, ParetoPoints& scratch)
{
    scratch.clear();
    Flops least = std::numeric_limits<Flops>::infinity();
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < points.size() || j < added.size()) {
        bool takesOld = j == added.size();
        if (i < points.size() && j < added.size()) {
            const bool lower = points[i].peak < added[j].peak;
            takesOld = lower || (points[i].peak == added[j].peak && points[i].cost <= added[j].cost);
        }
        const ParetoPoint& next = takesOld ? points[i++] : added[j++];
        if (next.cost < least) {
            least = next.cost;
            scratch.push_back(next);
        }
    }
    std::swap(points, scratch);
}

bool thinOut(ParetoPoints& points, std::size_t most)
{
    if (points.size() <= most || most < 2) {
        return false;
    }
    const std::size_t last = points.size() - 1;
    for (std::size_t i = 0; i < most; ++i) {
        points[i] = points[i * last / (most - 1)];
    }
    points.resize(most);
    return true;
}

} // namespace sublinear
