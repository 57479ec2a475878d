// SPDX-License-Identifier: MIT
#include "gpu/sweep/compared_measurer.h"

#include "gpu/measure/point_parts.h"
#include "gpu/run/run_error.h"

#include <utility>

namespace sublinear {

namespace {

MeasureOptions optionsFor(const PointWatch& watch, const StopSignal& stop)
{
    MeasureOptions options;
    options.cancelled = watch.cancelled;
    options.cancel = &stop.flag();
    options.late = &stop.late(); // steps that are timed by then count
    return options;
}

// Where nothing is expected, the steps are counted.
PassShares sharesOf(const PassSeconds& expected)
{
    return expected.point() > 0
        ? PassShares { expected.touched, expected.pool, expected.tightFit, expected.training, expected.timing }
        : PassShares {};
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
    const bool hasOwnReference = !m_reference;
    const double before = hasOwnReference && watch.expected.total() > 0 // a part of the point
        ? watch.expected.reference / watch.expected.total()
        : 0.0;
    const double behind = watch.expected.total() > 0 ? watch.expected.dump / watch.expected.total() : 0.0;
    if (hasOwnReference) { // for store_all too: a run of its own that it is compared with
        const auto tell = [&](const MeasureProgress& now) { watch.progress("comparison", before * now.done); };
        if (const Status made = makeReference(watch, stop, tell, note); !made) {
            return made.error();
        }
    }
    MeasureOptions options = optionsFor(watch, stop);
    options.reference = m_reference ? &*m_reference : nullptr;
    options.progress = [&](const MeasureProgress& now) {
        watch.progress(now.pass, before + (1 - before - behind) * now.done);
    };
    options.shares = sharesOf(watch.expected);
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
Status ComparedMeasurer::makeReference(const PointWatch& watch, const StopSignal& stop,
    const std::function<void(const MeasureProgress&)>& progress, std::string& note)
{
    PolicySpec storeAll;
    storeAll.id = PolicyId::StoreAll;
    const Result<RunPlan> plan = planRun(m_scenario, storeAll, m_seed);
    if (!plan) {
        return plan.error();
    }
    MeasureOptions options = optionsFor(watch, stop);
    options.meters = false;
    options.timedSteps = steps::kReference; // a layer's operations are timed in each of N layers
    options.progress = progress;
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
