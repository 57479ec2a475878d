// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"

namespace sublinear {

/// One operation of a training step and what is alive while it runs.
struct TimelineOp {
    Count index = 0;
    std::string_view step; ///< "forward", "recompute", "backward", "optimizer"
    Count layer = 0; ///< 1..N; 0 for what belongs to no layer
    std::string name; ///< "forward layer 3"
    Bytes liveBytes = 0;
    std::array<Bytes, kMemoryKinds> byKind = {}; ///< sums to liveBytes
};

struct Timeline {
    std::vector<TimelineOp> ops;
    Count peakIndex = 0; ///< first op at the highest liveBytes
};

/// What training accounting assumes beside the tensors while the optimizer runs: as frameworks have it, or nothing, as
/// the worker's AdamW, which works in place.
enum class OptimizerTemporary : std::uint8_t { Assumed, None };

/// In article accounting: the schedule of layers with act and x, static rows included.
Result<Timeline> timeline(const ResolvedScenario& scenario);

} // namespace sublinear
