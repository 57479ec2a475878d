// SPDX-License-Identifier: MIT
#include "gpu/measure/quartiles.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

Quartiles quartilesOf(std::vector<double> samples)
{
    if (samples.empty()) {
        return {};
    }
    std::sort(samples.begin(), samples.end());
    const auto at = [&samples](double fraction) {
        const double rank = fraction * static_cast<double>(samples.size() - 1);
        const auto below = static_cast<std::size_t>(rank);
        const std::size_t above = std::min(below + 1, samples.size() - 1);
        return std::lerp(samples[below], samples[above], rank - std::floor(rank));
    };
    return { at(0.5), at(0.25), at(0.75), static_cast<std::int64_t>(samples.size()) };
}

} // namespace sublinear
