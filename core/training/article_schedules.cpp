// SPDX-License-Identifier: MIT
#include "core/training/article_schedules.h"

#include "core/schedule/policies.h"

#include <utility>

namespace sublinear {

std::vector<Run> runsWithin(
    const std::vector<OptimalPlan>& frontier, const LayerModel& model, const StepTable& table, Bytes budget)
{
    for (const OptimalPlan& plan : frontier) {
        if (plan.peakBytes == budget) {
            return plan.schedule.runs;
        }
    }
    std::optional<OptimalPlan> plan = optimalWithin(model, table, budget); // between two points
    return plan ? std::move(plan->schedule.runs) : std::vector<Run> {};
}

ArticleSchedules::ArticleSchedules(const ResolvedScenario& scenario)
    : m_stack(articleStack(scenario))
{
    if (m_stack) {
        m_model = articleModel(scenario, *m_stack);
    }
}

std::vector<Run> ArticleSchedules::of(const PolicySpec& spec)
{
    std::vector<Run> runs;
    if (!m_stack) {
        return runs;
    }
    if (spec.id != PolicyId::Optimal) {
        return writeRuns(spec, tensorGroups(spec.tensors), m_stack->layers, runs) ? runs : std::vector<Run> {};
    }
    if (!m_frontier) {
        m_frontier = optimalFrontier(m_model.model, m_model.table);
    }
    return runsWithin(*m_frontier, m_model.model, m_model.table, spec.number.value_or(0));
}

} // namespace sublinear
