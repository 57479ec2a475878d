// SPDX-License-Identifier: MIT
#include "gpu/sweep/compared_measurer.h"

#include "gpu/measure/point_parts.h"
#include "gpu/run/run_error.h"

#include <utility>

namespace sublinear {

namespace {

constexpr int kReferenceSteps = 3; // timed: a layer's operations are timed in each of N layers

MeasureOptions optionsFor(const StopSignal& stop)
{
    MeasureOptions options;
    options.cancel = &stop.flag();
    options.late = &stop.late(); // steps that are timed by then count
    return options;
}

} // namespace

ComparedMeasurer::ComparedMeasurer(ResolvedScenario scenario, std::uint64_t seed)
    : m_scenario(std::move(scenario))
    , m_seed(seed)
{
}

Result<PointForecast> ComparedMeasurer::forecast(const PolicySpec& policy)
{
    const Result<RunPlan> plan = planRun(m_scenario, policy, m_seed);
    return plan ? Result<PointForecast>(PointForecast { plan->predictedBytes(), plan->states.totalBytes() })
                : plan.error();
}

Result<MeasuredPoint> ComparedMeasurer::measure(
    const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop)
{
    const Result<RunPlan> plan = planRun(m_scenario, policy, m_seed);
    if (!plan) {
        return plan.error();
    }
    if (const Status enough = enoughMemory(*plan); !enough) {
        return enough.error();
    }
    std::string note;
    if (!m_reference) { // for store_all too: a run of its own that it is compared with
        if (const Status made = makeReference(stop, note); !made) {
            return made.error();
        }
    }
    MeasureOptions options = optionsFor(stop);
    options.reference = m_reference ? &*m_reference : nullptr;
    options.progress = [&watch](const MeasureProgress& progress) { watch.progress(progress.pass, progress.done); };
    options.stepTimed = watch.sample;
    Result<MeasuredPoint> point = run(*plan, options, nullptr);
    if (!point) {
        return point;
    }
    point->predictedStep = m_forecast.of(plan->program);
    m_forecast.learnFrom(plan->program, *point);
    if (!note.empty()) {
        addNote(*point, note);
    }
    if (const Status finished = finish(*plan, watch.recorded.value_or(policy), stop, *point); !finished) {
        return finished.error();
    }
    return point;
}

Status ComparedMeasurer::enoughMemory(const RunPlan& /*plan*/)
{
    return success();
}

Status ComparedMeasurer::finish(
    const RunPlan& /*plan*/, const PolicySpec& /*recorded*/, const StopSignal& /*stop*/, MeasuredPoint& /*point*/)
{
    return success();
}

// Training steps of store_all, and some that are timed. No memory for them is no fault of the point.
Status ComparedMeasurer::makeReference(const StopSignal& stop, std::string& note)
{
    PolicySpec storeAll;
    storeAll.id = PolicyId::StoreAll;
    const Result<RunPlan> plan = planRun(m_scenario, storeAll, m_seed);
    if (!plan) {
        return plan.error();
    }
    MeasureOptions options = optionsFor(stop);
    options.meters = false;
    options.timedSteps = kReferenceSteps;
    TrainingResults results;
    const Status enough = enoughMemory(*plan);
    const Result<MeasuredPoint> point = enough ? run(*plan, options, &results) : Result<MeasuredPoint>(enough.error());
    if (point) {
        m_reference = std::move(results);
        m_forecast.learnFrom(plan->program, *point);
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
