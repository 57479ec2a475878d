// SPDX-License-Identifier: MIT
#pragma once

#include "core/optimal/elements.h"
#include "core/optimal/pareto_points.h"

#include <map>
#include <string>

namespace sublinear {

/// All best ways through a chain, in bytes against FLOPs, over persistent schedules: a state
/// once stored stays until its layer's backward pass (Beaumont et al., arXiv 1911.13214,
/// with a choice of saved sets per layer, and memory exact instead of in slots).
///
/// A stretch from its input either keeps the saved set of its first element and goes on, or
/// runs forward to a cut, stores the state there, takes the part behind the cut through, and
/// comes back for the part before it. The first time its forwards cost nothing extra and it
/// ends in the loss; afterwards they are run again, and the last output is not wanted.
class OptimalSearch {
public:
    /// Points over `limit` (relative to before x_0's layer) are of no interest.
    OptimalSearch(ElementChain chain, const Element::Cost& head, Wide limit);

    [[nodiscard]] const ParetoPoints& points() const { return m_first.front(); }
    [[nodiscard]] bool exact() const { return !m_thinned && !m_chain.grouped; }
    /// Bytes left when the whole stretch is done, relative to before.
    [[nodiscard]] Wide after() const { return m_firstAfter.front(); }
    /// The steps of one of points(), embedding and optimizer included.
    [[nodiscard]] std::vector<Run> runs(std::size_t point) const;

private:
    /// What all points of one decision share: the highest of its own steps, and what they cost.
    struct Origin {
        Wide peak = 0;
        Flops cost = 0;
        std::int16_t option = -1;
        std::int32_t cut = 0;
    };
    using Table = std::vector<std::vector<std::size_t>>;

    [[nodiscard]] const Element& element(std::size_t position) const { return m_chain.kinds[m_chain.order[position]]; }
    void prepareStretches();
    void solveAgain(std::size_t first, std::size_t count);
    void solveFirst(std::size_t first);
    void orderCuts(std::size_t first, std::size_t count);
    void offer(ParetoPoints& points, const ParetoPoints& right, Wide rightShift, const ParetoPoints& left,
        Wide leftShift, const Origin& origin);
    void finish(ParetoPoints& points);
    void writeAgain(class RunList& list, std::size_t first, std::size_t count, std::size_t point) const;
    void writeFirst(class RunList& list, std::size_t first, std::size_t point) const;

    ElementChain m_chain;
    Wide m_limit;
    bool m_thinned = false;
    std::map<std::string, std::size_t> m_names; ///< stretches that look alike are solved once
    Table m_stretch; ///< by first element and count - 1: index into m_again
    std::vector<ParetoPoints> m_again; ///< taken through after the loss
    std::vector<Wide> m_againAfter;
    std::vector<ParetoPoints> m_first; ///< by first element: from there to the loss and back
    std::vector<Wide> m_firstAfter;
    // only there to be used again:
    std::vector<Element::Cost> m_advanced;
    std::vector<std::int32_t> m_cuts;
    std::vector<std::int32_t> m_uses;
    ParetoBuffer m_added;
    ParetoBuffer m_scratch;
};

} // namespace sublinear
