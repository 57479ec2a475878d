// SPDX-License-Identifier: MIT
#include "core/plan/segment_length.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

double segmentCost(Count layers, double ratio, Count k)
{
    const Count boundaries = (layers + k - 1) / k;
    const auto length = static_cast<double>(k);
    // In units of x: A = ratio - 1.
    return (static_cast<double>(boundaries) + length * (ratio - 1) + (length - 1)) / ratio;
}

std::vector<Count> bestSegmentLengths(Count layers, double ratio)
{
    constexpr double kSame = 1e-9; // of a layer: rounding, not a boundary
    std::vector<Count> best;
    double least = 0;
    for (Count k = 1; k <= layers; ++k) {
        const double cost = segmentCost(layers, ratio, k);
        if (best.empty() || cost < least - kSame) {
            best.assign(1, k);
            least = cost;
        } else if (cost <= least + kSame) {
            best.push_back(k);
        }
    }
    return best;
}

double smoothSegmentLength(Count layers, double ratio)
{
    return std::sqrt(static_cast<double>(layers) / ratio);
}

double layerToBoundary(const Evaluation& evaluation)
{
    const auto boundary = static_cast<double>(evaluation.layer.boundaryBytes);
    if (boundary <= 0) {
        return 1;
    }
    const bool within = evaluation.scenario.accounting == Accounting::Article;
    const double layer = static_cast<double>(evaluation.layer.totalBytes) + (within ? 0 : boundary);
    return std::max(1.0, layer / boundary);
}

} // namespace sublinear
