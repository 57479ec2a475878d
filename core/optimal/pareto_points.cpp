// SPDX-License-Identifier: MIT
#include "core/optimal/pareto_points.h"

#include <algorithm>

namespace sublinear {

Flops leastWithin(const ParetoPoints& points, Bytes peak)
{
    const auto over = std::upper_bound(points.peaks.begin(), points.peaks.end(), peak);
    if (over == points.peaks.begin()) {
        return kNever;
    }
    return points.costs[static_cast<std::size_t>(over - points.peaks.begin()) - 1];
}

void mergeInto(ParetoPoints& points, const ParetoBuffer& added, ParetoBuffer& scratch)
{
    if (added.size() == 0) {
        return;
    }
    const ParetoPoints& news = added.points();
    // what is lower than all of the new ones stays as it is
    const auto from = static_cast<std::size_t>(
        std::lower_bound(points.peaks.begin(), points.peaks.end(), news.peaks.front()) - points.peaks.begin());
    Flops least = from == 0 ? kNever : points.costs[from - 1];
    const std::size_t olds = points.size();
    const std::size_t fresh = added.size();
    scratch.start(olds - from + fresh);
    std::size_t i = from;
    std::size_t j = 0;
    const auto take = [&](const ParetoPoints& source, std::size_t at) {
        if (source.costs[at] < least) {
            least = source.costs[at];
            scratch.add(source.peaks[at], least, source.ways[at]);
        }
    };
    while (i < olds && j < fresh) {
        const bool old =
            points.peaks[i] < news.peaks[j] || (points.peaks[i] == news.peaks[j] && points.costs[i] <= news.costs[j]);
        take(old ? points : news, old ? i++ : j++);
    }
    for (; i < olds; ++i) {
        take(points, i);
    }
    for (; j < fresh; ++j) {
        take(news, j);
    }
    const auto replace = [&](auto& whole, const auto& tail) {
        whole.resize(from);
        whole.insert(whole.end(), tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(scratch.size()));
    };
    replace(points.peaks, scratch.points().peaks);
    replace(points.costs, scratch.points().costs);
    replace(points.ways, scratch.points().ways);
}

bool thinOut(ParetoPoints& points, std::size_t most)
{
    if (points.size() <= most || most < 2) {
        return false;
    }
    const std::size_t last = points.size() - 1;
    const auto thin = [&](auto& values) {
        for (std::size_t i = 0; i < most; ++i) {
            values[i] = values[i * last / (most - 1)];
        }
        values.resize(most);
    };
    thin(points.peaks);
    thin(points.costs);
    thin(points.ways);
    return true;
}

} // namespace sublinear
