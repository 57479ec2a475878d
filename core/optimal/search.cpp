// SPDX-License-Identifier: MIT
#include "core/optimal/search.h"

#include "core/schedule/run_list.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kMostPoints = 2048; // per stretch; beyond that the result is a bound
constexpr std::size_t kUnsolved = static_cast<std::size_t>(-1);
constexpr Bytes kNoMore = std::numeric_limits<Bytes>::max();

// Shifts of peaks: more than there are bytes is as good as never.
Bytes shifted(Bytes peak, Bytes shift)
{
    Bytes sum = 0;
    return __builtin_add_overflow(peak, shift, &sum) ? kNoMore : sum;
}

Bytes withinBytes(Wide value)
{
    return static_cast<Bytes>(std::clamp<Wide>(value, std::numeric_limits<Bytes>::min(), kNoMore));
}

// One of two lists of points that are walked together, peaks rising.
class Walk {
public:
    Walk(const ParetoPoints& points, Wide shift, Bytes floor)
        : m_peaks(points.peaks)
        , m_costs(points.costs)
        , m_last(points.size() - 1)
        , m_shift(withinBytes(shift))
    {
        // to the last point within the floor
        std::size_t step = 1;
        while (peakAfter(step) <= floor) {
            m_at += step;
            step *= 2;
        }
        for (; step > 0; step /= 2) {
            if (peakAfter(step) <= floor) {
                m_at += step;
            }
        }
        m_next = peakAfter(1);
    }

    // The same from here on, where at most `ahead` points lie between.
    void advance(Bytes floor, std::size_t ahead)
    {
        if (ahead == 0) {
            m_at += m_next <= floor ? 1 : 0;
        } else {
            while (peakAfter(1) <= floor) {
                ++m_at;
            }
        }
        m_next = peakAfter(1);
    }
    [[nodiscard]] std::int32_t at() const { return static_cast<std::int32_t>(m_at); }
    [[nodiscard]] Flops cost() const { return m_costs[m_at]; }
    // So many points further on, or at the end.
    [[nodiscard]] Flops costAfter(std::size_t ahead) const { return m_costs[std::min(m_at + ahead, m_last)]; }
    // Peak of the next point; the highest there is if there is none.
    [[nodiscard]] Bytes next() const { return m_next; }
    [[nodiscard]] Bytes peakAfter(std::size_t ahead) const
    {
        return m_at + ahead <= m_last ? shifted(m_peaks[m_at + ahead], m_shift) : kNoMore;
    }

private:
    std::span<const Bytes> m_peaks;
    std::span<const Flops> m_costs;
    std::size_t m_last;
    Bytes m_shift;
    std::size_t m_at = 0;
    Bytes m_next = kNoMore;
};

} // namespace

OptimalSearch::OptimalSearch(ElementChain chain, const Element::Cost& head, Wide limit)
    : m_chain(std::move(chain))
    , m_limit(std::min<Wide>(limit, std::numeric_limits<Bytes>::max() - 1))
{
    const std::size_t count = m_chain.order.size();
    prepareStretches();
    for (std::size_t length = 1; length <= count; ++length) {
        for (std::size_t first = 0; first + length <= count; ++first) {
            solveAgain(first, length);
        }
    }
    m_first.resize(count + 1);
    m_firstAfter.resize(count + 1);
    if (head.peak <= m_limit) {
        m_first[count] = { { static_cast<Bytes>(head.peak) }, { 0 }, { ParetoWay {} } };
    }
    m_firstAfter[count] = head.after;
    for (std::size_t first = count; first-- > 0;) {
        solveFirst(first);
    }
}

void OptimalSearch::prepareStretches()
{
    const std::size_t count = m_chain.order.size();
    m_stretch.resize(count);
    for (std::size_t first = 0; first < count; ++first) {
        std::string name;
        for (std::size_t last = first; last < count; ++last) {
            name += static_cast<char>(m_chain.order[last]);
            m_stretch[first].push_back(m_names.emplace(name, m_names.size()).first->second);
        }
    }
    m_again.resize(m_names.size());
    m_againAfter.resize(m_names.size());
    std::fill(m_againAfter.begin(), m_againAfter.end(), Wide { -1 } << 100); // not solved yet
}

// Pairs each point of the part behind the cut with one of the part before it: the peak is the
// higher of the two, the costs add up. Pairs that known points beat are left out at once: most
// cuts have none that are not.
void OptimalSearch::offer(ParetoPoints& points, const ParetoPoints& right, Wide rightShift, const ParetoPoints& left,
    Wide leftShift, const Origin& origin)
{
    if (right.empty() || left.empty()) {
        return;
    }
    const Wide lowest = std::max({ origin.peak, right.peaks.front() + rightShift, left.peaks.front() + leftShift });
    if (lowest > m_limit) {
        return;
    }
    auto floor = static_cast<Bytes>(lowest);
    const Flops cheapest = origin.cost + right.costs.back() + left.costs.back();
    if (leastWithin(points, floor) <= cheapest) {
        return;
    }
    const auto limit = static_cast<Bytes>(m_limit);
    Walk behind(right, rightShift, floor);
    Walk before(left, leftShift, floor);
    m_added.start(right.size() + left.size());
    const std::span<const Bytes> peaks = points.peaks;
    const std::size_t count = points.size();
    std::size_t known = 0;
    Flops best = kNever;
    std::size_t stride = 0; // points that are skipped together where the known ones beat them all
    while (floor <= limit) {
        while (known < count && peaks[known] <= floor) {
            best = points.costs[known++];
        }
        const Flops cost = origin.cost + behind.cost() + before.cost();
        if (cost < best) {
            m_added.add(floor, cost, { origin.option, origin.cut, behind.at(), before.at() });
            stride = 0;
        } else if (best <= cheapest) {
            break;
        } else {
            stride = stride * 2 + 1;
            while (stride > 0 && origin.cost + behind.costAfter(stride) + before.costAfter(stride) < best) {
                stride /= 2;
            }
        }
        floor = stride == 0 ? std::min(behind.next(), before.next())
                            : std::min(behind.peakAfter(stride + 1), before.peakAfter(stride + 1));
        behind.advance(floor, stride);
        before.advance(floor, stride);
    }
    mergeInto(points, m_added, m_scratch);
}

void OptimalSearch::finish(ParetoPoints& points)
{
    m_thinned = thinOut(points, kMostPoints) || m_thinned;
}

void OptimalSearch::solveAgain(std::size_t first, std::size_t count)
{
    const std::size_t index = m_stretch[first][count - 1];
    if (m_againAfter[index] != Wide { -1 } << 100) {
        return;
    }
    static const ParetoPoints nothing { { 0 }, { 0 }, { ParetoWay {} } }; // stands for a part that is not there
    const Element& head = element(first);
    ParetoPoints points;
    for (std::size_t option = 0; option < head.options.size(); ++option) {
        const Element::Keeping& keeping = head.options[option];
        const bool alone = count == 1;
        const Element::Cost& forward = alone ? keeping.last : keeping.through;
        const std::size_t rest = alone ? kUnsolved : m_stretch[first + 1][count - 2];
        const Wide restAfter = alone ? 0 : m_againAfter[rest];
        Origin origin;
        origin.option = static_cast<std::int16_t>(option);
        origin.peak = std::max(forward.peak, forward.after + restAfter + keeping.backward.peak);
        origin.cost = forward.flops + keeping.backward.flops;
        offer(
            points, alone ? nothing : m_again[rest], alone ? origin.peak : forward.after, nothing, origin.peak, origin);
        m_againAfter[index] = forward.after + restAfter + keeping.backward.after;
    }
    // what it takes to run forward to each cut
    m_advanced.assign(1, head.advance);
    for (std::size_t cut = 1; cut + 1 < count; ++cut) {
        const Element::Cost& next = element(first + cut).advancePass;
        const Element::Cost before = m_advanced.back();
        m_advanced.push_back(
            { std::max(before.peak, before.after + next.peak), before.after + next.after, before.flops + next.flops });
    }
    orderCuts(first, count);
    for (const std::int32_t cut : m_cuts) {
        const auto length = static_cast<std::size_t>(cut);
        const std::size_t right = m_stretch[first + length][count - length - 1];
        const std::size_t left = m_stretch[first][length - 1];
        const Element::Cost& forward = m_advanced[length - 1];
        Origin origin;
        origin.cut = cut;
        origin.peak = forward.peak;
        origin.cost = forward.flops;
        offer(points, m_again[right], forward.after, m_again[left], forward.after + m_againAfter[right], origin);
    }
    finish(points);
    m_again[index] = std::move(points);
}

// Every cut of a stretch, those first that the two stretches use which are shorter by one: what they
// give beats most of the others' points, which are then skipped.
void OptimalSearch::orderCuts(std::size_t first, std::size_t count)
{
    m_uses.assign(count + 1, 0);
    m_cuts.resize(count - 1);
    std::iota(m_cuts.begin(), m_cuts.end(), 1);
    if (count < 3) {
        return;
    }
    for (const std::size_t shorter : { m_stretch[first][count - 2], m_stretch[first + 1][count - 2] }) {
        for (const ParetoWay& way : m_again[shorter].ways) {
            if (way.option < 0) {
                ++m_uses[static_cast<std::size_t>(way.cut)];
                ++m_uses[static_cast<std::size_t>(way.cut) + 1];
            }
        }
    }
    std::stable_sort(m_cuts.begin(), m_cuts.end(), [this](std::int32_t a, std::int32_t b) {
        return m_uses[static_cast<std::size_t>(a)] > m_uses[static_cast<std::size_t>(b)];
    });
}

void OptimalSearch::solveFirst(std::size_t first)
{
    static const ParetoPoints nothing { { 0 }, { 0 }, { ParetoWay {} } };
    const std::size_t count = m_chain.order.size() - first;
    const Element& head = element(first);
    ParetoPoints points;
    for (std::size_t option = 0; option < head.options.size(); ++option) {
        const Element::Keeping& keeping = head.options[option];
        const Wide restAfter = m_firstAfter[first + 1];
        Origin origin;
        origin.option = static_cast<std::int16_t>(option);
        origin.peak = std::max(keeping.forward.peak, keeping.forward.after + restAfter + keeping.backward.peak);
        origin.cost = keeping.backward.flops;
        offer(points, m_first[first + 1], keeping.forward.after, nothing, origin.peak, origin);
        m_firstAfter[first] = keeping.forward.after + restAfter + keeping.backward.after;
    }
    Element::Cost advanced = head.drop;
    for (std::size_t cut = 1; cut <= count; ++cut) {
        const std::size_t left = m_stretch[first][cut - 1];
        Origin origin;
        origin.cut = static_cast<std::int32_t>(cut);
        origin.peak = advanced.peak;
        offer(points, m_first[first + cut], advanced.after, m_again[left], advanced.after + m_firstAfter[first + cut],
            origin);
        if (cut < count) {
            const Element::Cost& next = element(first + cut).pass;
            advanced = { std::max(advanced.peak, advanced.after + next.peak), advanced.after + next.after, 0 };
        }
    }
    finish(points);
    m_first[first] = std::move(points);
}

std::vector<Run> OptimalSearch::runs(std::size_t point) const
{
    std::vector<Run> runs;
    RunList list(runs, kNoGroup);
    list.begin();
    writeFirst(list, 0, point);
    list.end();
    return runs;
}

void OptimalSearch::writeFirst(RunList& list, std::size_t first, std::size_t point) const
{
    if (first == m_chain.order.size()) {
        list.turn();
        return;
    }
    const ParetoWay& way = m_first[first].ways[point];
    const Count layer = m_chain.firstLayer[first];
    if (way.option >= 0) {
        const TensorGroups dropped = m_chain.options[static_cast<std::size_t>(way.option)];
        list.setDropped(dropped);
        list.keep(layer, element(first).layers);
        writeFirst(list, first + 1, static_cast<std::size_t>(way.right));
        list.setDropped(dropped);
        list.backward(layer, element(first).layers);
        return;
    }
    const auto cut = static_cast<std::size_t>(way.cut);
    const std::size_t behind = first + cut;
    const Count end = behind < m_chain.order.size() ? m_chain.firstLayer[behind]
                                                    : m_chain.firstLayer.back() + element(behind - 1).layers;
    list.setDropped(m_chain.options.front());
    list.advance(layer, end - layer);
    writeFirst(list, behind, static_cast<std::size_t>(way.right));
    writeAgain(list, first, cut, static_cast<std::size_t>(way.left));
}

void OptimalSearch::writeAgain(RunList& list, std::size_t first, std::size_t count, std::size_t point) const
{
    const ParetoWay& way = m_again[m_stretch[first][count - 1]].ways[point];
    const Count layer = m_chain.firstLayer[first];
    if (way.option >= 0) {
        const TensorGroups dropped = m_chain.options[static_cast<std::size_t>(way.option)];
        list.setDropped(dropped);
        if (count == 1) {
            list.recompute(layer, element(first).layers);
        } else {
            list.recomputeThrough(layer, element(first).layers);
            writeAgain(list, first + 1, count - 1, static_cast<std::size_t>(way.right));
            list.setDropped(dropped);
        }
        list.backward(layer, element(first).layers);
        return;
    }
    const auto cut = static_cast<std::size_t>(way.cut);
    list.setDropped(m_chain.options.front());
    list.advanceAgain(layer, m_chain.firstLayer[first + cut] - layer);
    writeAgain(list, first + cut, count - cut, static_cast<std::size_t>(way.right));
    writeAgain(list, first, cut, static_cast<std::size_t>(way.left));
}

} // namespace sublinear
