// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/run/interpret.h"
#include "gpu/run/op_calls.h"
#include "gpu/run/stop.h"

#include <functional>

namespace sublinear {

/// Computes one operation. The CPU's own are runOnCpu<Real>; tests put others in their place.
using Kernels = std::function<Status(const OpCall&, ThreadPool&)>;
Kernels ownKernels(Precision precision);

/// Executes a plan's operations on the CPU, in whatever memory it is given. Keeps references.
class CpuBackend {
public:
    CpuBackend(const RunPlan& plan, Memory& memory, ThreadPool& pool, Kernels kernels);

    /// What the steps from now on look at, within long operations too. Null: nothing.
    void setStop(Stop* stop);
    /// Before the operations of a step: gradients to zero. The first is number 1.
    Status beginStep(std::int64_t trainingStep);
    static Status endStep() { return success(); }

    Status allocate(StorageId storage) { return m_memory.allocate(storage); }
    /// What a kernel throws is an error: OutOfMemory where it is for memory, else DeviceFault. So is a stop
    /// within an operation: it may have ended early.
    Status run(std::size_t op);
    void free(StorageId storage) { m_memory.free(storage); }

    /// What a tensor holds that is alive now.
    [[nodiscard]] Operand operand(TensorId tensor) { return m_calls.operand(tensor); }
    [[nodiscard]] Operand state(StateKind kind, ParameterId parameter) { return m_calls.state(kind, parameter); }
    [[nodiscard]] const StepResults& results() const { return m_calls.results(); }
    void setInputGradient(const Operand& place) { m_calls.results().inputGradient = place; } ///< data null: not wanted

private:
    const RunPlan& m_plan;
    Memory& m_memory;
    ThreadPool& m_pool;
    Kernels m_kernels;
    OpCalls m_calls;
    Stop* m_stop = nullptr;
};

} // namespace sublinear
