// SPDX-License-Identifier: MIT
#include "gpu/cuda/training.h"

#include "gpu/kernels/bf16.h"
#include "gpu/run/model_state.h"
#include "gpu/run/tensor_copy.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sublinear {

Result<std::unique_ptr<CudaTraining>> CudaTraining::start(
    const RunPlan& plan, Memory& memory, const CudaSession& session, ThreadPool& pool, Stop& stop)
{
    std::unique_ptr<CudaTraining> training(
        new CudaTraining(plan, memory, session)); // NOLINT: the constructor is private
    if (Status status = training->drawWeights(pool, stop); !status) {
        return status.error();
    }
    return training;
}

Status CudaTraining::drawWeights(ThreadPool& pool, Stop& stop)
{
    std::vector<std::byte> values;
    for (std::size_t i = 0; i < m_plan.program.parameters.size(); ++i) {
        const auto id = static_cast<ParameterId>(i);
        if (!m_plan.states.owned(id)) {
            continue;
        }
        if (stop.poll()) {
            return stop.error();
        }
        const Bytes bytes = m_plan.program.parameters[i].elements * m_plan.elementBytes();
        values.resize(static_cast<std::size_t>(bytes));
        drawWeight(m_plan, id, values.data(), pool);
        if (Status status = putWeight(id, values); !status) {
            return status;
        }
        for (const StateKind moment : { StateKind::FirstMoment, StateKind::SecondMoment }) {
            const CudaCode code = m_session.runtime().fill(m_memory.state(moment, id), 0, bytes, m_session.stream());
            if (Status status = m_session.check(code, "moments to zero"); !status) {
                return status;
            }
        }
    }
    return success();
}

Status CudaTraining::putWeight(ParameterId id, const std::vector<std::byte>& drawn)
{
    const auto bytes = static_cast<Bytes>(drawn.size());
    if (!m_plan.states.halfWeights) {
        return m_session.toDevice(m_memory.state(StateKind::Parameter, id), drawn.data(), bytes, "weights");
    }
    if (Status status = m_session.toDevice(m_memory.state(StateKind::Master, id), drawn.data(), bytes, "weights");
        !status) {
        return status;
    }
    std::vector<kernels::Bf16> rounded(drawn.size() / sizeof(float));
    for (std::size_t i = 0; i < rounded.size(); ++i) {
        float value = 0.0F;
        std::memcpy(&value, drawn.data() + i * sizeof value, sizeof value);
        rounded[i] = value;
    }
    return m_session.toDevice(m_memory.state(StateKind::Parameter, id), rounded.data(),
        static_cast<Bytes>(rounded.size() * sizeof(kernels::Bf16)), "weights");
}

Status CudaTraining::keepInput()
{
    m_keepsInput = true;
    for (const ProgramOp& op : m_plan.program.ops) {
        if (op.kernel != Kernel::InputGradient) {
            continue;
        }
        const ProgramTensor& tensor = m_plan.program.tensors[static_cast<std::size_t>(op.reads[0])];
        Result<CudaBlock> block = CudaBlock::allocate(m_session,
            tensor.shape.elements().value().value_or(0) * bytesPerElement(tensor.type), "the input's gradient");
        if (!block) {
            return block.error();
        }
        m_inputGradient = std::move(*block);
        m_backend.calls().results().inputGradient = { m_inputGradient.data(), tensor.shape, tensor.type, tensor.name };
    }
    return success();
}

Result<NamedTensor> CudaTraining::copyOf(std::string name, const Operand& operand)
{
    NamedTensor copy = emptyCopy(std::move(name), operand, m_plan);
    if (Status status =
            m_session.toHost(copy.bytes.data(), operand.data, static_cast<Bytes>(copy.bytes.size()), copy.name);
        !status) {
        return status.error();
    }
    return copy;
}

void CudaTraining::noteInput(std::size_t op)
{
    const ProgramOp& spec = m_plan.program.ops[op];
    if (m_keepsInput && makesInput(spec)) {
        const Operand input = m_backend.calls().operand(spec.writes[0]);
        Result<NamedTensor> copy = copyOf(std::string(input.name), input);
        if (copy) {
            m_input = std::move(*copy);
        } else {
            m_inputError = copy.error();
        }
    }
}

Result<TrainingResults> CudaTraining::results()
{
    TrainingResults results;
    results.losses = m_losses;
    if (!m_input.bytes.empty()) {
        results.inputs.push_back(m_input);
    }
    const Operand& inputGradient = m_backend.calls().results().inputGradient;
    if (inputGradient.data != nullptr) {
        Result<NamedTensor> copy = copyOf("d_x0", inputGradient);
        if (!copy) {
            return copy.error();
        }
        results.gradients.push_back(std::move(*copy));
    }
    const auto copy = [this](std::string name, StateKind kind, ParameterId parameter) {
        return copyOf(std::move(name), m_backend.calls().state(kind, parameter));
    };
    const Status added = addWeights(m_plan, results, copy);
    return added ? Result<TrainingResults>(std::move(results)) : added.error();
}

} // namespace sublinear
