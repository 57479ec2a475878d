// SPDX-License-Identifier: MIT
#pragma once

#include "core/optimal/optimal.h"
#include "core/plan/article_model.h"

#include <optional>
#include <vector>

namespace sublinear {

/// The steps of a plan of the frontier with this peak, or else of the best one within it; empty if
/// there is none.
std::vector<Run> runsWithin(
    const std::vector<OptimalPlan>& frontier, const LayerModel& model, const StepTable& table, Bytes budget);

/// The schedules that rows of policies without a law stand for in article accounting.
class ArticleSchedules {
public:
    explicit ArticleSchedules(const ResolvedScenario& scenario);

    /// Empty if there is none.
    std::vector<Run> of(const PolicySpec& spec);
    [[nodiscard]] const LayerModel& model() const { return m_model.model; }

private:
    Result<ArticleStack> m_stack;
    ArticleModel m_model;
    std::optional<std::vector<OptimalPlan>> m_frontier; ///< searched when the first `optimal` is asked for
};

} // namespace sublinear
