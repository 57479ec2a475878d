// SPDX-License-Identifier: MIT
#include "gpu/run/run_plan.h"

#include "core/program/verify.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

Program inDouble(Program program)
{
    for (ProgramStorage& storage : program.storages) {
        storage.bytes = 0;
    }
    for (ProgramTensor& tensor : program.tensors) {
        tensor.bytes *= tensor.type == ElementType::Fp32 ? 2 : 1;
        Bytes& bytes = program.storages[static_cast<std::size_t>(tensor.storage)].bytes;
        bytes = std::max(bytes, tensor.bytes);
    }
    return program;
}

} // namespace

Result<RunPlan> planRun(
    const ResolvedScenario& scenario, const PolicySpec& policy, std::uint64_t seed, Precision precision)
{
    Result<Program> program = runProgram(scenario, policy);
    if (!program) {
        return program.error();
    }
    return planRun(scenario, policy, seed, std::move(*program), precision);
}

Result<RunPlan> planRun(const ResolvedScenario& scenario, const PolicySpec& policy, std::uint64_t seed, Program program,
    Precision precision)
{
    if (Status legal = verify(program); !legal) {
        return legal.error();
    }
    RunPlan plan;
    plan.scenario = scenario;
    plan.policy = policy;
    plan.facts = runFacts(scenario, seed);
    plan.precision = precision;
    plan.program = precision == Precision::Double ? inDouble(std::move(program)) : std::move(program);
    plan.states = precision == Precision::Double ? stateLayout(plan.program, 2 * bytesPerElement(ElementType::Fp32))
                                                 : runStates(scenario, plan.program);
    plan.placement = place(plan.program);
    if (Status placed = checkPlacement(plan.program, plan.placement); !placed) {
        return placed.error();
    }
    return plan;
}

} // namespace sublinear
