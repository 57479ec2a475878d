// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace sublinear {

/// How one way to take a stretch of layers through is built: enough to rebuild its schedule.
struct ParetoWay {
    std::int16_t option = -1; ///< the first element keeps its saved set by this option, or -1: a cut
    std::int32_t cut = 0; ///< elements before the cut
    std::int32_t right = -1; ///< point of what comes first: the rest, or the part behind the cut
    std::int32_t left = -1; ///< point of the part before the cut
};

/// Ways through a stretch: the highest bytes of each, relative to those alive before it, and the
/// FLOPs run again. Peaks ascending, costs descending: no point is beaten in one without being
/// better in the other. Side by side, as the search walks peaks and costs alone.
struct ParetoPoints {
    std::vector<Bytes> peaks;
    std::vector<Flops> costs;
    std::vector<ParetoWay> ways;

    [[nodiscard]] std::size_t size() const { return peaks.size(); }
    [[nodiscard]] bool empty() const { return peaks.empty(); }
};

/// Points on the way to a list: used again and again, so that adding one is no more than three stores.
class ParetoBuffer {
public:
    /// Empty, with room for so many.
    void start(std::size_t most)
    {
        m_count = 0;
        if (m_points.size() < most) {
            m_points.peaks.resize(most);
            m_points.costs.resize(most);
            m_points.ways.resize(most);
        }
    }
    void add(Bytes peak, Flops cost, const ParetoWay& way)
    {
        m_points.peaks[m_count] = peak;
        m_points.costs[m_count] = cost;
        m_points.ways[m_count] = way;
        ++m_count;
    }
    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] const ParetoPoints& points() const { return m_points; } ///< the first size() of them

private:
    ParetoPoints m_points;
    std::size_t m_count = 0;
};

/// More than any cost.
inline constexpr Flops kNever = std::numeric_limits<Flops>::max();

/// The least cost within `peak`; kNever if there is none.
Flops leastWithin(const ParetoPoints& points, Bytes peak);

/// Adds points of ascending peak and descending cost; what is beaten leaves. Of equals the
/// older stays. `scratch` is only there to be used again.
void mergeInto(ParetoPoints& points, const ParetoBuffer& added, ParetoBuffer& scratch);

/// Leaves at most `most` points, the two ends and evenly between; true if some had to go.
bool thinOut(ParetoPoints& points, std::size_t most);

} // namespace sublinear
