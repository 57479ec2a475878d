// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/measure/machine_load.h"
#include "gpu/measure/measured_point.h"
#include "gpu/measure/pass_steps.h"
#include "gpu/run/cpu_backend.h"
#include "gpu/run/stop.h"
#include "gpu/run/training_results.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>

namespace sublinear {

/// Where a measurement is.
struct MeasureProgress {
    std::string_view pass; ///< "touched bytes", "pool", "tight fit", "training", "timing"
    double done = 0.0; ///< of the whole measurement, 0 to 1; never falls
};

struct MeasureOptions {
    int trainingSteps = steps::kTraining;
    int timedSteps = steps::kTiming;
    int graphSteps = 0; ///< of CUDA: timed once more as a graph that is replayed
    bool meters = true; ///< touched bytes, pool and tight fit; else only training and timing
    /// Resident bytes before any kernel ran, what is kept for comparing included; empty: as this
    /// measurement begins. What kernels hold beyond them is the residual.
    std::optional<Bytes> residentBefore;
    std::optional<Bytes> memoryLimit; ///< a run that needs more is refused before launch
    Kernels kernels; ///< empty: the CPU's own
    const TrainingResults* reference = nullptr; ///< store_all's on the same shape and seed
    const std::atomic<bool>* cancel = nullptr;
    const std::atomic<bool>* late = nullptr; ///< set before `cancel` where that is for the time: as the deadline
    std::optional<Stop::Clock::time_point> deadline; ///< fewer steps are timed; over before the first: Timeout
    PassShares shares; ///< of the passes in the progress
    LoadReader load; ///< while steps are timed; empty: the machine's own
    std::function<void(const MeasureProgress&)> progress; ///< as a pass begins, and about ten times a second
    std::function<void()> cancelled; ///< as soon as a cancel is seen, before memory is given back
    std::function<void(double ns)> stepTimed; ///< after each timed step
};

/// Measures one policy on one shape. Memory: the bytes that kernels touched in a slab filled with a
/// pattern, the high-water mark of an allocator that hands out each tensor singly, and a slab of
/// exactly the prediction, which passes and with one granule less runs into the page behind. Time:
/// in a pass of its own, after the training steps. `results`, if not null, takes what the training
/// steps came to. Error: WouldNotFit, OutOfMemory, Cancelled, Timeout, DeviceFault.
Result<MeasuredPoint> measurePoint(
    const RunPlan& plan, ThreadPool& pool, const MeasureOptions& options, TrainingResults* results = nullptr);

} // namespace sublinear
