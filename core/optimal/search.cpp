// SPDX-License-Identifier: MIT
#include "core/optimal/search.h"

#include "core/schedule/run_list.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kMostPoints = 2048; // per stretch; beyond that the result is a bound
constexpr std::size_t kUnsolved = static_cast<std::size_t>(-1);

} // namespace

OptimalSearch::OptimalSearch(ElementChain chain, const Element::Cost& head, Wide limit)
    : m_chain(std::move(chain))
    , m_limit(limit)
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
    m_first[count] = { ParetoPoint { head.peak, 0, -1, 0, -1, -1 } };
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
// higher of the two, the costs add up.
void OptimalSearch::offer(ParetoPoints& points, const ParetoPoints& right, Wide rightShift, const ParetoPoints& left,
    Wide leftShift, const ParetoPoint& origin)
{
    m_added.clear();
    std::size_t i = 0;
    std::size_t j = 0;
    Wide floor = std::max(
        { origin.peak, right.empty() ? 0 : right[0].peak + rightShift, left.empty() ? 0 : left[0].peak + leftShift });
    while (i < right.size() && j < left.size() && floor <= m_limit) {
        while (i + 1 < right.size() && right[i + 1].peak + rightShift <= floor) {
            ++i;
        }
        while (j + 1 < left.size() && left[j + 1].peak + leftShift <= floor) {
            ++j;
        }
        ParetoPoint point = origin;
        point.peak = floor;
        point.cost = origin.cost + right[i].cost + left[j].cost;
        point.right = static_cast<std::int32_t>(i);
        point.left = static_cast<std::int32_t>(j);
        m_added.push_back(point);
        const bool moreRight = i + 1 < right.size();
        const bool moreLeft = j + 1 < left.size();
        if (!moreRight && !moreLeft) {
            break;
        }
        const Wide nextRight = moreRight ? right[i + 1].peak + rightShift : 0;
        const Wide nextLeft = moreLeft ? left[j + 1].peak + leftShift : 0;
        floor = moreRight && (!moreLeft || nextRight < nextLeft) ? nextRight : nextLeft;
    }
    mergeInto(points, m_added, m_scratch);
}

void OptimalSearch::finish(ParetoPoints& points)
{
    while (!points.empty() && points.back().peak > m_limit) {
        points.pop_back();
    }
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
        ParetoPoint origin;
        origin.option = static_cast<std::int16_t>(option);
        origin.peak = std::max(forward.peak, forward.after + restAfter + keeping.backward.peak);
        origin.cost = forward.flops + keeping.backward.flops;
        if (alone) {
            ParetoPoints one { origin };
            mergeInto(points, one, m_scratch);
        } else {
            offer(points, m_again[rest], forward.after, nothing, origin.peak, origin);
        }
        m_againAfter[index] = forward.after + restAfter + keeping.backward.after;
    }
    Element::Cost advanced = head.advance;
    for (std::size_t cut = 1; cut < count; ++cut) {
        const std::size_t right = m_stretch[first + cut][count - cut - 1];
        const std::size_t left = m_stretch[first][cut - 1];
        ParetoPoint origin;
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
        ParetoPoint origin;
        origin.option = static_cast<std::int16_t>(option);
        origin.peak = std::max(keeping.forward.peak, keeping.forward.after + restAfter + keeping.backward.peak);
        origin.cost = keeping.backward.flops;
        offer(points, m_first[first + 1], keeping.forward.after, nothing, origin.peak, origin);
        m_firstAfter[first] = keeping.forward.after + restAfter + keeping.backward.after;
    }
    Element::Cost advanced = head.drop;
    for (std::size_t cut = 1; cut <= count; ++cut) {
        const std::size_t left = m_stretch[first][cut - 1];
        ParetoPoint origin;
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
