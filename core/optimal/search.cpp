// SPDX-License-Identifier: MIT
#include "core/optimal/search.h"

#include "core/schedule/run_list.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kMostPoints = 2048; // per stretch; beyond that the result is a bound
constexpr std::size_t kUnsolved = static_cast<std::size_t>(-1);
constexpr Bytes kNoMore = std::numeric_limits<Bytes>::max();

// One of two lists of points that are walked together, peaks rising.
class Walk {
public:
    Walk(const ParetoPoints& points, Wide shift)
        : m_points(points)
        , m_shift(shift)
    {
    }

    // To the last point within `floor`.
    void advance(Bytes floor)
    {
        const Wide most = floor - m_shift;
        while (m_at + 1 < m_points.size() && m_points[m_at + 1].peak <= most) {
            ++m_at;
        }
    }
    [[nodiscard]] std::int32_t at() const { return static_cast<std::int32_t>(m_at); }
    // So many points further on, or at the end.
    [[nodiscard]] Flops cost(std::size_t ahead) const
    {
        return m_points[std::min(m_at + ahead, m_points.size() - 1)].cost;
    }
    // Peak of the point behind that one; the highest there is if there is none.
    [[nodiscard]] Bytes next(std::size_t ahead) const
    {
        const std::size_t index = m_at + ahead + 1;
        return index < m_points.size() ? static_cast<Bytes>(std::min<Wide>(m_points[index].peak + m_shift, kNoMore))
                                       : kNoMore;
    }

private:
    const ParetoPoints& m_points;
    Wide m_shift;
    std::size_t m_at = 0;
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
        m_first[count] = { ParetoPoint { static_cast<Bytes>(head.peak), 0, -1, 0, -1, -1 } };
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
    const Wide lowest = std::max({ origin.peak, right.front().peak + rightShift, left.front().peak + leftShift });
    if (lowest > m_limit) {
        return;
    }
    auto floor = static_cast<Bytes>(lowest);
    const Flops cheapest = origin.cost + right.back().cost + left.back().cost;
    if (leastWithin(points, floor) <= cheapest) {
        return;
    }
    Walk behind(right, rightShift);
    Walk before(left, leftShift);
    m_added.clear();
    std::size_t known = 0;
    std::size_t stride = 0; // points that are skipped together where the known ones beat them all
    while (floor <= m_limit) {
        behind.advance(floor);
        before.advance(floor);
        while (known < points.size() && points[known].peak <= floor) {
            ++known;
        }
        Flops best = kNever;
        if (known > 0) {
            best = points[known - 1].cost;
        }
        const Flops cost = origin.cost + behind.cost(0) + before.cost(0);
        if (cost < best) {
            m_added.push_back({ floor, cost, origin.option, origin.cut, behind.at(), before.at() });
            stride = 0;
        } else if (best <= cheapest) {
            break;
        } else {
            stride = stride * 2 + 1;
            while (stride > 0 && origin.cost + behind.cost(stride) + before.cost(stride) < best) {
                stride /= 2;
            }
        }
        floor = std::min(behind.next(stride), before.next(stride));
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
    static const ParetoPoints nothing { ParetoPoint {} }; // stands for a part that is not there
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
    Element::Cost advanced = head.advance;
    for (std::size_t cut = 1; cut < count; ++cut) {
        const std::size_t right = m_stretch[first + cut][count - cut - 1];
        const std::size_t left = m_stretch[first][cut - 1];
        Origin origin;
        origin.cut = static_cast<std::int32_t>(cut);
        origin.peak = advanced.peak;
        origin.cost = advanced.flops;
        offer(points, m_again[right], advanced.after, m_again[left], advanced.after + m_againAfter[right], origin);
        const Element::Cost& next = element(first + cut).advancePass;
        advanced = { std::max(advanced.peak, advanced.after + next.peak), advanced.after + next.after,
            advanced.flops + next.flops };
    }
    finish(points);
    m_again[index] = std::move(points);
}

void OptimalSearch::solveFirst(std::size_t first)
{
    static const ParetoPoints nothing { ParetoPoint {} };
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
    const ParetoPoint& way = m_first[first][point];
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
    const ParetoPoint& way = m_again[m_stretch[first][count - 1]][point];
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
