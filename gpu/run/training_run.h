// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/cpu_backend.h"
#include "gpu/run/stop.h"
#include "gpu/run/training_results.h"
#include "gpu/run/training_step.h"

namespace sublinear {

/// A model under training: weights drawn at the start, then step after step of one plan in one
/// memory. Keeps references to the plan, the memory and the pool.
class TrainingRun {
public:
    /// Drawing the weights ends early when `stop` says so; no step must be run with another then.
    TrainingRun(const RunPlan& plan, Memory& memory, ThreadPool& pool, Kernels kernels, Stop* stop = nullptr);

    /// One step. A step that ends early leaves its memory free and the weights as they were, or
    /// half updated where it ends in the optimizer. Error: Cancelled, Timeout, or what failed.
    template <Observer O> Status step(O& observer, Stop& stop);
    Status step(Stop& stop);

    [[nodiscard]] std::int64_t stepsDone() const { return m_steps; }
    [[nodiscard]] double loss() const { return m_backend.results().loss; } ///< of the last step
    /// The last loss and every gradient. Ends early, with anything, when `stop` says so.
    [[nodiscard]] bool finite(Stop& stop);
    CpuBackend& backend() { return m_backend; }

    /// From the next step on, keep what the stack's input and its gradient were.
    void keepInput(bool keep);
    /// Losses of all steps so far, the last step's gradients, weights as they are now; not all of them when
    /// `stop`, if not null, says so.
    [[nodiscard]] TrainingResults results(Stop* stop = nullptr);

private:
    void noteInput(std::size_t op);

    const RunPlan& m_plan;
    Memory& m_memory;
    CpuBackend m_backend;
    std::vector<double> m_losses;
    bool m_keepsInput = false;
    NamedTensor m_input; ///< "x0" or "tokens"
    NamedTensor m_inputGradient; ///< "d_x0"; empty where tokens come in
    std::int64_t m_steps = 0;
};

template <Observer O> Status TrainingRun::step(O& observer, Stop& stop)
{
    const auto note = [this](std::size_t op) { noteInput(op); };
    m_backend.setStop(&stop);
    Status status = trainingStep(m_plan, m_backend, m_memory, m_steps + 1, observer, note, stop);
    if (status) {
        ++m_steps;
        m_losses.push_back(loss());
    }
    m_backend.setStop(nullptr); // which need not outlive the step
    return status;
}

/// `count` steps from the start, and what they come to.
Result<TrainingResults> trainingSteps(TrainingRun& run, int count, Stop& stop);

} // namespace sublinear
