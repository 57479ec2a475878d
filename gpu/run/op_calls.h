// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/memory.h"
#include "gpu/run/op_call.h"
#include "gpu/run/run_plan.h"

#include <vector>

namespace sublinear {

/// Puts together the call of each operation of a plan from the memory that it runs in. Keeps
/// references to both.
class OpCalls {
public:
    OpCalls(const RunPlan& plan, Memory& memory);
    OpCalls(const OpCalls&) = delete;
    OpCalls& operator=(const OpCalls&) = delete;
    OpCalls(OpCalls&&) = delete;
    OpCalls& operator=(OpCalls&&) = delete;
    ~OpCalls() = default;

    /// Valid until the next. What it reads and writes must be allocated.
    const OpCall& at(std::size_t op);

    /// What a tensor holds that is alive now.
    [[nodiscard]] Operand operand(TensorId tensor);
    [[nodiscard]] Operand state(StateKind kind, ParameterId parameter);
    [[nodiscard]] const std::vector<OptimizerSlot>& optimizer() const { return m_optimizer; }
    [[nodiscard]] StepResults& results() { return m_results; }
    [[nodiscard]] const StepResults& results() const { return m_results; }
    void setTrainingStep(std::int64_t step) { m_call.trainingStep = step; } ///< from 1
    void setStop(Stop* stop) { m_call.stop = stop; }

private:
    const RunPlan& m_plan;
    Memory& m_memory;
    std::vector<OptimizerSlot> m_optimizer; ///< of every weight that is one's own
    StepResults m_results;
    OpCall m_call;
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    std::vector<Operand> m_gradients;
};

} // namespace sublinear
