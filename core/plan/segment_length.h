// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <vector>

namespace sublinear {

/// How long segments should be when only their inputs stay. A is a layer's saved set without
/// its input x; `ratio` is (A+x)/x, how many times its boundary a whole layer takes: 1 where a
/// boundary costs as much as a layer, 15 to 100 and more in transformers.

/// ceil(N/K)*x + K*A + (K-1)*x in layers (A+x): all boundaries, and the live segment.
/// 1 <= k <= layers, ratio >= 1.
double segmentCost(Count layers, double ratio, Count k);

/// Every K of 1..N that costs least, ascending; several where the cost is the same.
std::vector<Count> bestSegmentLengths(Count layers, double ratio);

/// Where the cost is least while N/K need not be whole: sqrt(N*x/(A+x)). sqrt(N) at ratio 1.
double smoothSegmentLength(Count layers, double ratio);

/// (A+x)/x of the evaluation's layer, at least 1. Article accounting counts x into its saved set.
double layerToBoundary(const Evaluation& evaluation);

} // namespace sublinear
