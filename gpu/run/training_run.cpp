// SPDX-License-Identifier: MIT
#include "gpu/run/training_run.h"

#include "gpu/run/model_state.h"
#include "gpu/run/tensor_copy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace sublinear {

namespace {

NamedTensor copyOf(std::string name, const Operand& operand, const RunPlan& plan)
{
    NamedTensor copy = emptyCopy(std::move(name), operand, plan);
    std::memcpy(copy.bytes.data(), operand.data, copy.bytes.size());
    return copy;
}

template <class Real> bool finiteNumbers(const void* data, Count elements)
{
    const auto* const values = static_cast<const Real*>(data);
    return std::all_of(values, values + elements, [](Real value) { return std::isfinite(value); });
}

} // namespace

TrainingRun::TrainingRun(const RunPlan& plan, Memory& memory, ThreadPool& pool, Kernels kernels, Stop* stop)
    : m_plan(plan)
    , m_memory(memory)
    , m_backend(plan, memory, pool, std::move(kernels))
{
    initialiseStates(plan, memory, pool, stop);
}

Status TrainingRun::step(Stop& stop)
{
    NoObserver observer;
    return step(observer, stop);
}

bool TrainingRun::finite(Stop& stop)
{
    bool all = std::isfinite(loss());
    for (std::size_t i = 0; i < m_plan.program.parameters.size() && all && !stop.poll(); ++i) {
        const Operand gradient = m_backend.state(StateKind::Gradient, static_cast<ParameterId>(i));
        const Count elements = gradient.shape.elements().value().value_or(0);
        all = m_plan.precision == Precision::Double ? finiteNumbers<double>(gradient.data, elements)
                                                    : finiteNumbers<float>(gradient.data, elements);
    }
    return all;
}

void TrainingRun::keepInput(bool keep)
{
    m_keepsInput = keep;
    m_input = {};
    m_inputGradient = {};
    m_backend.setInputGradient({});
    for (const ProgramOp& op : m_plan.program.ops) {
        if (keep && op.kernel == Kernel::InputGradient) {
            const ProgramTensor& tensor = m_plan.program.tensors[static_cast<std::size_t>(op.reads[0])];
            Operand place { nullptr, tensor.shape, tensor.type, tensor.name };
            m_inputGradient = emptyCopy("d_x0", place, m_plan);
            place.data = m_inputGradient.bytes.data();
            m_backend.setInputGradient(place);
        }
    }
}

void TrainingRun::noteInput(std::size_t op)
{
    const ProgramOp& spec = m_plan.program.ops[op];
    if (m_keepsInput && makesInput(spec)) {
        const Operand input = m_backend.operand(spec.writes[0]);
        m_input = copyOf(std::string(input.name), input, m_plan);
    }
}

TrainingResults TrainingRun::results(Stop* stop)
{
    TrainingResults results;
    results.losses = m_losses;
    if (!m_input.bytes.empty()) {
        results.inputs.push_back(m_input);
    }
    if (!m_inputGradient.bytes.empty()) {
        results.gradients.push_back(m_inputGradient);
    }
    const auto copy = [this, stop](std::string name, StateKind kind, ParameterId parameter) {
        if (stop != nullptr && stop->poll()) {
            return Result<NamedTensor>(stop->error());
        }
        return Result<NamedTensor>(copyOf(std::move(name), m_backend.state(kind, parameter), m_plan));
    };
    static_cast<void>(addWeights(m_plan, results, copy)); // what is in memory can be copied
    return results;
}

Result<TrainingResults> trainingSteps(TrainingRun& run, int count, Stop& stop)
{
    run.keepInput(true);
    for (int i = 0; i < count; ++i) {
        if (Status status = run.step(stop); !status) {
            return status.error();
        }
    }
    return run.results();
}

} // namespace sublinear
