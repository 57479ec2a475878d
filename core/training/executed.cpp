// SPDX-License-Identifier: MIT
#include "core/training/executed.h"

#include "core/schedule/policies.h"
#include "core/simulate/layer_model.h"
#include "core/training/article_schedules.h"

#include <limits>
#include <set>
#include <utility>

namespace sublinear {

PolicySpec policyOf(const SweepRow& row, const ResolvedScenario& scenario)
{
    PolicySpec spec;
    spec.id = row.policy;
    spec.number = row.k;
    if (row.policy == PolicyId::Selective) {
        spec.tensors = tensorNames(row.remade);
    }
    return inScenario(std::move(spec), scenario);
}

ResolvedScenario measuredStack(ResolvedScenario scenario)
{
    scenario.model.vocab.reset();
    scenario.parallel = {};
    scenario.recipe.gradients = Gradients::Preallocated;
    scenario.recipe.loss = Loss::None;
    return scenario;
}

namespace {

// The steps of each row; none where it has no schedule.
std::vector<std::vector<Run>> runsOfRows(
    const ResolvedScenario& scenario, std::span<const SweepRow> rows, ListedPlans plans)
{
    std::vector<std::vector<Run>> all(rows.size());
    std::optional<ArticleSchedules> schedules;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PolicySpec spec = policyOf(rows[i], scenario);
        if (spec.id != PolicyId::Optimal) {
            if (!writeRuns(spec, tensorGroups(spec.tensors), scenario.model.layers, all[i])) {
                all[i].clear();
            }
        } else if (plans == ListedPlans::Run && scenario.accounting == Accounting::Article) {
            if (!schedules) {
                schedules.emplace(scenario);
            }
            all[i] = schedules->of(spec);
        }
    }
    return all;
}

} // namespace

std::vector<std::optional<Bytes>> executedActivationBytes(
    const ResolvedScenario& scenario, std::span<const SweepRow> rows, ListedPlans plans)
{
    std::vector<std::optional<Bytes>> executed(rows.size());
    const std::vector<std::vector<Run>> all = runsOfRows(scenario, rows, plans);
    std::set<TensorGroups> dropped { kNoGroup }; // profiles are made for every one listed
    for (const std::vector<Run>& runs : all) {
        for (const Run& run : runs) {
            dropped.insert(run.dropped);
        }
    }
    const ResolvedScenario stack = measuredStack(scenario);
    const Result<LayerModel> model =
        makeLayerModel(stack, {}, std::vector<TensorGroups>(dropped.begin(), dropped.end()));
    if (!model) {
        return executed; // a tensor of one layer alone is over 2^63-1 bytes
    }
    const StepTable table = tableAt(*model, stack.workload.batch);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (all[i].empty()) {
            continue;
        }
        const Wide peak = simulateRuns(*model, table, all[i]).bytes;
        if (peak <= Wide { std::numeric_limits<Bytes>::max() }) {
            executed[i] = static_cast<Bytes>(peak);
        }
    }
    return executed;
}

} // namespace sublinear
