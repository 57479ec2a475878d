// SPDX-License-Identifier: MIT
#include "core/measurement/run_program.h"

#include "core/block/transformer.h"
#include "core/measurement/fault.h"
#include "core/optimal/optimal.h"
#include "core/program/lower.h"
#include "core/program/placement.h"
#include "core/program/state_layout.h"
#include "core/schedule/policies.h"
#include "core/simulate/layer_model.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sublinear {

namespace {

LowerOptions runOptions()
{
    LowerOptions options;
    options.parameterElementBytes = options.gradientElementBytes = bytesPerElement(ElementType::Fp32);
    return options; // gradients stand ready, and AdamW works in place
}

Status runnable(const ResolvedScenario& scenario)
{
    if (scenario.recipe.dtype == Dtype::Fp16) {
        return Error { "recipe.dtype: a run is in fp32 or bf16", "recipe.dtype" };
    }
    if (scenario.parallel.data > 1 || scenario.parallel.tensor > 1) {
        return Error { "parallel: a run is on one device; accepted are data 1 and tensor 1", "parallel" };
    }
    return success();
}

// Rounding up to granules may cost more than the budget leaves: then with a tighter one.
Result<Program> optimalProgram(const ResolvedScenario& scenario, const Chain& chain, Bytes budget)
{
    const std::vector<TensorGroups> groups(optimalDropped().begin(), optimalDropped().end());
    const Result<LayerModel> model = makeLayerModel(scenario, runOptions(), groups);
    if (!model) {
        return model.error();
    }
    const StepTable table = tableAt(*model, scenario.workload.batch);
    constexpr int kTries = 8;
    Bytes limit = budget;
    for (int i = 0; i < kTries; ++i) {
        const Result<OptimalPlan> plan = planOptimal(*model, table, limit);
        if (!plan) {
            break;
        }
        Result<Program> program = lower(chain, plan->schedule, runOptions());
        const Bytes over = program ? place(*program).placedBytes - budget : 0;
        if (over <= 0) {
            return program;
        }
        limit = std::min(limit, plan->peakBytes) - over;
    }
    return Error { "no schedule within " + std::to_string(budget) + " B when each tensor takes whole granules of 256",
        std::string(toText(FaultClass::WouldNotFit)) };
}

} // namespace

Result<Program> runProgram(const ResolvedScenario& scenario, const PolicySpec& policy)
{
    if (Status status = runnable(scenario); !status) {
        return status.error();
    }
    const Result<Chain> chain = makeChain(scenario);
    if (!chain) {
        return chain.error();
    }
    if (policy.id == PolicyId::Optimal) {
        if (!policy.number) {
            return Error { "checkpointing.budget_bytes: optimal needs a budget", "checkpointing.budget_bytes" };
        }
        return optimalProgram(scenario, *chain, *policy.number);
    }
    const Result<Schedule> schedule = makeSchedule(policy, scenario.model.layers);
    if (!schedule) {
        return schedule.error();
    }
    return lower(*chain, *schedule, runOptions());
}

StateLayout runStates(const ResolvedScenario& scenario, const Program& program)
{
    return stateLayout(program, bytesPerElement(ElementType::Fp32), scenario.recipe.dtype == Dtype::Bf16);
}

Result<RunBytes> runBytes(const ResolvedScenario& scenario, const PolicySpec& policy)
{
    const Result<Program> program = runProgram(scenario, policy);
    if (!program) {
        return program.error();
    }
    const Bytes states = runStates(scenario, *program).totalBytes();
    return RunBytes { states + place(*program).placedBytes, states, program->ops.size() };
}

} // namespace sublinear
