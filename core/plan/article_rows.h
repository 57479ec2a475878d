// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article_model.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <span>
#include <vector>

namespace sublinear {

/// Rows of policies without a law in article accounting, simulated. The stack must outlive it.
class ArticleRows {
public:
    ArticleRows(const ResolvedScenario& scenario, const ArticleStack& stack);

    /// One policy at one number; empty if the number is out of range, no plan is within the budget, or
    /// the total is over 2^63-1 bytes.
    std::optional<SweepRow> row(const PolicySpec& spec);

    /// A policy over all its numbers, ascending, or the one row of a spec with a number; the frontier
    /// for `optimal`. Adds to `leftOut` for every row over 2^63-1 bytes.
    void append(PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut);

    /// The split and the layers of the last row.
    [[nodiscard]] MemorySplit split(const SweepRow& row) const;
    [[nodiscard]] std::vector<LayerStore> depth() const;

    /// Steps of the last row.
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }
    /// Why the last row is empty; no message where there is no more to say than "out of range".
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] const ArticleModel& model() const { return m_model; }

    /// `spec` with a budget where the scenario leaves that open: all that the device has left.
    [[nodiscard]] PolicySpec withBudget(PolicySpec spec) const;
    /// What the schedule with the fewest bytes of all holds: the least budget with a plan.
    [[nodiscard]] Bytes leastBudget() const;

private:
    bool write(const PolicySpec& spec);
    std::optional<SweepRow> rowOfRuns(const PolicySpec& spec);

    const ArticleStack& m_stack;
    ArticleModel m_model;
    std::vector<Run> m_runs;
    std::string_view m_peakStep;
    bool m_exact = true; ///< of m_runs
    Error m_error;
};

} // namespace sublinear
