// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/resolve.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/cuda/nvml.h"
#include "gpu/cuda/session.h"
#include "gpu/run/training_results.h"
#include "gpu/sweep/point_measurer.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sublinear {

/// Measures points on a CUDA device. What the training steps of store_all come to on it is kept for
/// the other policies to be compared with. After a DeviceFault every further point is one too: the
/// process has to end.
class CudaMeasurer final : public PointMeasurer {
public:
    struct Setup {
        ResolvedScenario scenario; ///< as it is run
        int threads = 1; ///< that draw the weights
        std::uint64_t seed = 1;
    };
    /// `nvml` may be null. Keeps references to both.
    CudaMeasurer(Setup setup, const CudaSession& session, Nvml* nvml);

    Result<PointForecast> forecast(const PolicySpec& policy) override;
    Result<MeasuredPoint> measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop) override;

private:
    Status makeReference(const StopSignal& stop, std::string& note);

    Setup m_setup;
    const CudaSession& m_session;
    Nvml* m_nvml;
    ThreadPool m_pool;
    std::optional<TrainingResults> m_reference;
};

} // namespace sublinear
