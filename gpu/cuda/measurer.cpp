// SPDX-License-Identifier: MIT
#include "gpu/cuda/measurer.h"

#include "gpu/cuda/measure.h"
#include "gpu/run/run_error.h"

#include <utility>

namespace sublinear {

CudaMeasurer::CudaMeasurer(Setup setup, const CudaSession& session, Nvml* nvml)
    : m_setup(std::move(setup))
    , m_session(session)
    , m_nvml(nvml)
    , m_pool(m_setup.threads)
{
}

Result<PointForecast> CudaMeasurer::forecast(const PolicySpec& policy)
{
    const Result<RunPlan> plan = planRun(m_setup.scenario, policy, m_setup.seed);
    return plan ? Result<PointForecast>(PointForecast { plan->predictedBytes(), plan->states.totalBytes() })
                : plan.error();
}

Result<MeasuredPoint> CudaMeasurer::measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop)
{
    const Result<RunPlan> plan = planRun(m_setup.scenario, policy, m_setup.seed);
    if (!plan) {
        return plan.error();
    }
    std::string note;
    if (!m_reference) { // for store_all too: a run of its own that it is compared with
        if (const Status made = makeReference(stop, note); !made) {
            return made.error();
        }
    }
    MeasureOptions options;
    options.cancel = &stop.flag();
    options.late = &stop.late(); // steps that are timed by then count
    options.reference = m_reference ? &*m_reference : nullptr;
    options.progress = [&watch](const MeasureProgress& progress) { watch.progress(progress.pass, progress.done); };
    options.stepTimed = watch.sample;
    Result<MeasuredPoint> point = measureOnCuda(*plan, m_session, m_nvml, m_pool, options);
    if (!point) {
        return point;
    }
    if (!note.empty()) {
        point->note += (point->note.empty() ? "" : "; ") + note;
    }
    return point;
}

// Training steps of store_all alone. No memory for them is no fault of the point.
Status CudaMeasurer::makeReference(const StopSignal& stop, std::string& note)
{
    PolicySpec storeAll;
    storeAll.id = PolicyId::StoreAll;
    const Result<RunPlan> plan = planRun(m_setup.scenario, storeAll, m_setup.seed);
    if (!plan) {
        return plan.error();
    }
    MeasureOptions options;
    options.cancel = &stop.flag();
    options.late = &stop.late(); // steps that are timed by then count
    options.meters = false;
    options.timedSteps = 0;
    TrainingResults results;
    const Result<MeasuredPoint> point = measureOnCuda(*plan, m_session, nullptr, m_pool, options, &results);
    if (point) {
        m_reference = std::move(results);
        return success();
    }
    const std::optional<FaultClass> fault = faultOf(point.error());
    if (fault == FaultClass::WouldNotFit || fault == FaultClass::OutOfMemory) {
        note = "not compared with store_all, for which there is no memory";
        return success();
    }
    return point.error();
}

} // namespace sublinear
