// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/resolve.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/run/cpu_backend.h"
#include "gpu/run/training_results.h"
#include "gpu/sweep/point_measurer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sublinear {

struct RunPlan;

/// Measures points on the CPU with the engine. What training steps of store_all come to is computed
/// once, if there is memory for it, and every point is compared with it; a point of store_all too,
/// as a second run that must come to the same bits.
class EngineMeasurer final : public PointMeasurer {
public:
    struct Setup {
        ResolvedScenario scenario; ///< as it is run
        int threads = 1;
        std::uint64_t seed = 1;
        std::string dumpFolder; ///< empty: nothing is dumped
        Kernels kernels {}; ///< empty: the CPU's own
    };
    explicit EngineMeasurer(Setup setup);

    Result<PointForecast> forecast(const PolicySpec& policy) override;
    Result<MeasuredPoint> measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop) override;

    /// What of the dump could not be written: the first such file, and why.
    [[nodiscard]] const std::optional<Error>& dumpError() const { return m_dumpError; }

private:
    Status makeReference(const StopSignal& stop, std::string& note);
    Status dump(const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop);

    Setup m_setup;
    ThreadPool m_pool;
    std::optional<Bytes> m_residentBefore; ///< of the process, before anything ran
    std::optional<TrainingResults> m_reference;
    std::optional<Error> m_dumpError;
};

} // namespace sublinear
