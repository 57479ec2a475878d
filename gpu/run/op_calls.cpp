// SPDX-License-Identifier: MIT
#include "gpu/run/op_calls.h"

#include "core/base/to_index.h"

namespace sublinear {

OpCalls::OpCalls(const RunPlan& plan, Memory& memory)
    : m_plan(plan)
    , m_memory(memory)
{
    for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
        const auto id = static_cast<ParameterId>(i);
        if (plan.states.owned(id)) {
            m_optimizer.push_back({ memory.state(StateKind::Parameter, id), memory.state(StateKind::Gradient, id),
                memory.state(StateKind::FirstMoment, id), memory.state(StateKind::SecondMoment, id),
                plan.program.parameters[i].elements,
                plan.states.halfWeights ? memory.state(StateKind::Master, id) : nullptr });
        }
    }
    m_call.optimizer = m_optimizer;
    m_call.facts = &plan.facts;
    m_call.results = &m_results;
}

Operand OpCalls::operand(TensorId tensor)
{
    if (tensor == kNoTensor) {
        return {};
    }
    const ProgramTensor& spec = m_plan.program.tensors[toIndex(tensor)];
    return { m_memory.at(spec.storage), spec.shape, spec.type, spec.name };
}

Operand OpCalls::state(StateKind kind, ParameterId parameter)
{
    // a tied head's weight is the token table itself, (V, D)
    const ProgramParameter& own = m_plan.program.parameters[toIndex(parameter)];
    const ProgramParameter& spec = m_plan.program.parameters[toIndex(own.owner)];
    const bool half = kind == StateKind::Parameter && m_plan.states.halfWeights;
    return { m_memory.state(kind, parameter), spec.shape, half ? ElementType::Bf16 : ElementType::Fp32, spec.name };
}

const OpCall& OpCalls::at(std::size_t op)
{
    const ProgramOp& spec = m_plan.program.ops[op];
    m_reads.clear();
    m_writes.clear();
    m_parameters.clear();
    m_gradients.clear();
    for (const TensorId tensor : spec.reads) {
        m_reads.push_back(operand(tensor));
    }
    for (const TensorId tensor : spec.writes) {
        m_writes.push_back(operand(tensor));
    }
    for (const ParameterId parameter : spec.parameters) {
        m_parameters.push_back(state(StateKind::Parameter, parameter));
    }
    for (const ParameterId parameter : spec.gradients) {
        m_gradients.push_back(state(StateKind::Gradient, parameter));
    }
    m_call.op = &spec;
    m_call.reads = m_reads;
    m_call.writes = m_writes;
    m_call.parameters = m_parameters;
    m_call.gradients = m_gradients;
    return m_call;
}

} // namespace sublinear
