// SPDX-License-Identifier: MIT
#include "core/optimal/pareto_points.h"

#include <algorithm>

namespace sublinear {

Flops leastWithin(const ParetoPoints& points, Bytes peak)
{
    const auto over = std::upper_bound(
        points.begin(), points.end(), peak, [](Bytes bytes, const ParetoPoint& point) { return bytes < point.peak; });
    if (over == points.begin()) {
        return kNever;
    }
    return std::prev(over)->cost;
}

void mergeInto(ParetoPoints& points, const ParetoPoints& added, ParetoPoints& scratch)
{
    if (added.empty()) {
        return;
    }
    // what is lower than all of the new ones stays as it is
    const auto from = std::lower_bound(points.begin(), points.end(), added.front().peak,
        [](const ParetoPoint& point, Bytes bytes) { return point.peak < bytes; });
    Flops least = kNever;
    if (from != points.begin()) {
        least = std::prev(from)->cost;
    }
    scratch.clear();
    auto old = from;
    auto fresh = added.begin();
    while (old != points.end() || fresh != added.end()) {
        bool takesOld = fresh == added.end();
        if (old != points.end() && fresh != added.end()) {
            takesOld = old->peak < fresh->peak || (old->peak == fresh->peak && old->cost <= fresh->cost);
        }
        const ParetoPoint& next = takesOld ? *old++ : *fresh++;
        if (next.cost < least) {
            least = next.cost;
            scratch.push_back(next);
        }
    }
    points.erase(from, points.end());
    points.insert(points.end(), scratch.begin(), scratch.end());
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
