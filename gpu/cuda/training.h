// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/cuda/backend.h"
#include "gpu/cuda/step_graph.h"
#include "gpu/run/run_error.h"
#include "gpu/run/stop.h"
#include "gpu/run/training_results.h"
#include "gpu/run/training_step.h"

#include <memory>
#include <optional>
#include <vector>

namespace sublinear {

/// A model under training on a device: weights drawn on the host as for the CPU and copied, then
/// step after step of one plan in one memory. Keeps references.
class CudaTraining {
public:
    /// Errors: of the device, and Cancelled or Timeout where `stop` says so.
    static Result<std::unique_ptr<CudaTraining>> start(
        const RunPlan& plan, Memory& memory, const CudaSession& session, ThreadPool& pool, Stop& stop);

    /// One step, over when this returns. One that ends early leaves its memory free. Error:
    /// Cancelled, Timeout, or what failed.
    template <Observer O> Status step(O& observer, Stop& stop);

    [[nodiscard]] double loss() const { return m_backend.loss(); } ///< of the last step
    [[nodiscard]] Result<bool> finite() { return m_backend.finite(); } ///< the last loss and every gradient
    /// The next step, captured. Keep it no longer than this.
    [[nodiscard]] Result<StepGraph> graph()
    {
        return StepGraph::capture(m_plan, m_backend, m_memory, m_session, m_steps + 1);
    }
    [[nodiscard]] Status waitForLoss() { return m_backend.endStep(); } ///< of a step that was put on the stream so
    [[nodiscard]] OpCalls& calls() { return m_backend.calls(); } ///< of the step that is running
    /// From the next step on, keep what the stack's input and its gradient were. Error: OutOfMemory.
    Status keepInput();
    void forgetInput() { m_keepsInput = false; }
    /// Losses of all steps so far, the last step's gradients, weights as they are now.
    [[nodiscard]] Result<TrainingResults> results();

private:
    CudaTraining(const RunPlan& plan, Memory& memory, const CudaSession& session)
        : m_plan(plan)
        , m_memory(memory)
        , m_session(session)
        , m_backend(plan, memory, session)
    {
    }
    Status drawWeights(ThreadPool& pool, Stop& stop);
    Status putWeight(ParameterId id, const std::vector<std::byte>& drawn);
    Result<NamedTensor> copyOf(std::string name, const Operand& operand);
    void noteInput(std::size_t op);

    const RunPlan& m_plan;
    Memory& m_memory;
    const CudaSession& m_session;
    CudaBackend m_backend;
    std::vector<double> m_losses;
    bool m_keepsInput = false;
    NamedTensor m_input;
    std::optional<Error> m_inputError;
    CudaBlock m_inputGradient;
    std::int64_t m_steps = 0;
};

template <Observer O> Status CudaTraining::step(O& observer, Stop& stop)
{
    const auto note = [this](std::size_t op) { noteInput(op); };
    Status status = trainingStep(m_plan, m_backend, m_memory, m_steps + 1, observer, note, stop);
    if (!status || m_inputError) {
        return status ? *m_inputError : status;
    }
    ++m_steps;
    m_losses.push_back(loss());
    return success();
}

} // namespace sublinear
