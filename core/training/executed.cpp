// SPDX-License-Identifier: MIT
#include "core/training/executed.h"

#include "core/schedule/policies.h"
#include "core/simulate/layer_model.h"

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

std::vector<std::optional<Bytes>> executedActivationBytes(
    const ResolvedScenario& scenario, std::span<const SweepRow> rows)
{
    std::vector<std::optional<Bytes>> executed(rows.size());
    std::vector<PolicySpec> specs;
    std::vector<TensorGroups> dropped;
    for (const SweepRow& row : rows) {
        specs.push_back(policyOf(row, scenario));
        dropped.push_back(tensorGroups(specs.back().tensors));
    }
    const ResolvedScenario stack = measuredStack(scenario);
    const std::set<TensorGroups> each(dropped.begin(), dropped.end()); // profiles are made for every one listed
    const Result<LayerModel> model = makeLayerModel(stack, {}, std::vector<TensorGroups>(each.begin(), each.end()));
    if (!model) {
        return executed; // a tensor of one layer alone is over 2^63-1 bytes
    }
    const StepTable table = tableAt(*model, stack.workload.batch);
    std::vector<Run> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!writeRuns(specs[i], dropped[i], stack.model.layers, runs)) {
            continue;
        }
        const Wide peak = simulateRuns(*model, table, runs).bytes;
        if (peak <= Wide { std::numeric_limits<Bytes>::max() }) {
            executed[i] = static_cast<Bytes>(peak);
        }
    }
    return executed;
}

} // namespace sublinear
