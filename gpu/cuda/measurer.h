// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/cuda/nvml.h"
#include "gpu/cuda/session.h"
#include "gpu/sweep/compared_measurer.h"

namespace sublinear {

/// Measures points on a CUDA device. After a DeviceFault every further point is one too: the
/// process has to end.
class CudaMeasurer final : public ComparedMeasurer {
public:
    struct Setup {
        ResolvedScenario scenario; ///< as it is run
        int threads = 1; ///< that draw the weights
        std::uint64_t seed = 1;
    };
    /// `nvml` may be null. Keeps references to both.
    CudaMeasurer(Setup setup, const CudaSession& session, Nvml* nvml);

private:
    Result<MeasuredPoint> run(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results) override;

    const CudaSession& m_session;
    Nvml* m_nvml;
    ThreadPool m_pool;
};

} // namespace sublinear
