// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/sweep/compared_measurer.h"

namespace sublinear {

/// Measures points on the CPU with the engine.
class EngineMeasurer final : public ComparedMeasurer {
public:
    struct Setup {
        ResolvedScenario scenario; ///< as it is run
        int threads = 1;
        std::uint64_t seed = 1;
        std::string
            dumpFolder; ///< empty: nothing is dumped; a point's dump takes the place of an older one of its policy
        Kernels kernels {}; ///< empty: the CPU's own
    };
    explicit EngineMeasurer(Setup setup);

    /// What of the dump could not be written: the first such file, and why.
    [[nodiscard]] const std::optional<Error>& dumpError() const { return m_dumpError; }

private:
    Result<MeasuredPoint> run(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results) override;
    Status enoughMemory(const RunPlan& plan) override;
    Status finish(
        const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop, MeasuredPoint& point) override;
    Status dump(const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop);

    Setup m_setup;
    ThreadPool m_pool;
    std::optional<Bytes> m_residentBefore; ///< of the process, before anything ran
    std::optional<Error> m_dumpError;
};

} // namespace sublinear
