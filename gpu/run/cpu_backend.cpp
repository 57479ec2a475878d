// SPDX-License-Identifier: MIT
#include "gpu/run/cpu_backend.h"

#include <cstring>
#include <utility>

namespace sublinear {

namespace {

std::size_t index(std::int64_t value)
{
    return static_cast<std::size_t>(value);
}

constexpr std::int64_t kZeroGrain = 1 << 20; // bytes

} // namespace

CpuBackend::CpuBackend(const RunPlan& plan, Memory& memory, ThreadPool& pool, Kernels kernels)
    : m_plan(plan)
    , m_memory(memory)
    , m_pool(pool)
    , m_kernels(std::move(kernels))
{
    for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
        const auto id = static_cast<ParameterId>(i);
        if (plan.states.owned(id)) {
            m_optimizer.push_back({ memory.state(StateKind::Parameter, id), memory.state(StateKind::Gradient, id),
                memory.state(StateKind::FirstMoment, id), memory.state(StateKind::SecondMoment, id),
                plan.program.parameters[i].elements });
        }
    }
}

void CpuBackend::beginStep(std::int64_t trainingStep)
{
    m_trainingStep = trainingStep;
    m_results.loss = 0.0;
    for (const OptimizerSlot& slot : m_optimizer) {
        auto* const bytes = static_cast<std::byte*>(slot.gradient);
        m_pool.forEach(slot.elements * m_plan.elementBytes(), kZeroGrain,
            [bytes](std::int64_t begin, std::int64_t end) { std::memset(bytes + begin, 0, index(end - begin)); });
    }
}

Operand CpuBackend::operand(TensorId tensor)
{
    if (tensor == kNoTensor) {
        return {};
    }
    const ProgramTensor& spec = m_plan.program.tensors[index(tensor)];
    return { m_memory.at(spec.storage), spec.shape, spec.type, spec.name };
}

Operand CpuBackend::state(StateKind kind, ParameterId parameter)
{
    // a tied head's weight is the token table itself, (V, D)
    const ProgramParameter& own = m_plan.program.parameters[index(parameter)];
    const ProgramParameter& spec = m_plan.program.parameters[index(own.owner)];
    return { m_memory.state(kind, parameter), spec.shape, ElementType::Fp32, spec.name };
}

Status CpuBackend::run(std::size_t op)
{
    const ProgramOp& spec = m_plan.program.ops[op];
    InlineList<Operand, 10> reads;
    InlineList<Operand, 10> writes;
    InlineList<Operand, 6> parameters;
    InlineList<Operand, 6> gradients;
    for (const TensorId tensor : spec.reads) {
        reads.push(operand(tensor));
    }
    for (const TensorId tensor : spec.writes) {
        writes.push(operand(tensor));
    }
    for (const ParameterId parameter : spec.parameters) {
        parameters.push(state(StateKind::Parameter, parameter));
    }
    for (const ParameterId parameter : spec.gradients) {
        gradients.push(state(StateKind::Gradient, parameter));
    }
    OpCall call;
    call.op = &spec;
    call.reads = { reads.begin(), reads.size() };
    call.writes = { writes.begin(), writes.size() };
    call.parameters = { parameters.begin(), parameters.size() };
    call.gradients = { gradients.begin(), gradients.size() };
    call.optimizer = m_optimizer;
    call.facts = &m_plan.facts;
    call.results = &m_results;
    call.trainingStep = m_trainingStep;
    return m_kernels(call, m_pool);
}

} // namespace sublinear
