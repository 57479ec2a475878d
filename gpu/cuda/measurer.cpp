// SPDX-License-Identifier: MIT
#include "gpu/cuda/measurer.h"

#include "gpu/cuda/measure.h"

#include <utility>

namespace sublinear {

CudaMeasurer::CudaMeasurer(Setup setup, const CudaSession& session, Nvml* nvml)
    : ComparedMeasurer(std::move(setup.scenario), setup.seed)
    , m_session(session)
    , m_nvml(nvml)
    , m_pool(setup.threads)
{
}

Result<MeasuredPoint> CudaMeasurer::run(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results)
{
    return measureOnCuda(plan, m_session, m_nvml, m_pool, options, results);
}

} // namespace sublinear
