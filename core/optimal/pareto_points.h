// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace sublinear {

/// One way to take a stretch of layers through: its highest bytes, relative to those alive
/// before it, and the FLOPs run again. The rest says how, to rebuild the schedule.
struct ParetoPoint {
    Bytes peak = 0;
    Flops cost = 0;
    std::int16_t option = -1; ///< the first element keeps its saved set by this option, or -1: a cut
    std::int32_t cut = 0; ///< elements before the cut
    std::int32_t right = -1; ///< point of what comes first: the rest, or the part behind the cut
    std::int32_t left = -1; ///< point of the part before the cut
};

/// Peaks ascending, costs descending: no point is beaten in one without being better in the other.
using ParetoPoints = std::vector<ParetoPoint>;

/// More than any cost.
inline constexpr Flops kNever = std::numeric_limits<Flops>::max();

/// The least cost within `peak`; kNever if there is none.
Flops leastWithin(const ParetoPoints& points, Bytes peak);

/// Adds points of ascending peak and descending cost; what is beaten leaves. Of equals the
/// older stays. `scratch` is only there to be used again.
void mergeInto(ParetoPoints& points, const ParetoPoints& added, ParetoPoints& scratch);

/// Leaves at most `most` points, the two ends and evenly between; true if some had to go.
bool thinOut(ParetoPoints& points, std::size_t most);

} // namespace sublinear
