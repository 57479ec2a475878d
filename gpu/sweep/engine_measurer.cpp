// SPDX-License-Identifier: MIT
#include "gpu/sweep/engine_measurer.h"

#include "gpu/device/memory.h"
#include "gpu/measure/measure_point.h"
#include "gpu/measure/process_memory.h"
#include "gpu/run/run_error.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "gpu/shape/choose_shape.h"
#include "gpu/sweep/dump.h"

#include <utility>

namespace sublinear {

namespace {

// Asked before anything is allocated.
Status enoughMemory(const RunPlan& plan)
{
    const std::optional<FreeMemory> memory = freeMemory();
    const Bytes needed = plan.predictedBytes() + bytesBesidePeak(plan.states.totalBytes(), plan.predictedBytes());
    if (!memory || needed <= memory->free) {
        return success();
    }
    return runError(FaultClass::WouldNotFit, shortageText(needed, *memory));
}

Bytes heldBytes(const TrainingResults& results)
{
    std::size_t bytes = 0;
    for (const auto* list : { &results.inputs, &results.gradients, &results.parameters }) {
        for (const NamedTensor& tensor : *list) {
            bytes += tensor.bytes.size();
        }
    }
    return static_cast<Bytes>(bytes);
}

PolicySpec storeAll()
{
    PolicySpec policy;
    policy.id = PolicyId::StoreAll;
    return policy;
}

} // namespace

EngineMeasurer::EngineMeasurer(Setup setup)
    : m_setup(std::move(setup))
    , m_pool(m_setup.threads)
    , m_residentBefore(residentBytes())
{
}

Result<PointForecast> EngineMeasurer::forecast(const PolicySpec& policy)
{
    const Result<RunPlan> plan = planRun(m_setup.scenario, policy, m_setup.seed);
    return plan ? Result<PointForecast>(PointForecast { plan->predictedBytes(), plan->states.totalBytes() })
                : plan.error();
}

Result<MeasuredPoint> EngineMeasurer::measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop)
{
    const Result<RunPlan> plan = planRun(m_setup.scenario, policy, m_setup.seed);
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
    MeasureOptions options;
    options.kernels = m_setup.kernels;
    options.cancel = &stop.flag();
    options.late = &stop.late(); // steps that are timed by then count
    if (m_residentBefore) {
        options.residentBefore = *m_residentBefore + (m_reference ? heldBytes(*m_reference) : 0);
    }
    options.reference = m_reference ? &*m_reference : nullptr;
    options.progress = [&watch](const MeasureProgress& progress) { watch.progress(progress.pass, progress.done); };
    options.stepTimed = watch.sample;
    Result<MeasuredPoint> point = measurePoint(*plan, m_pool, options);
    if (!point) {
        return point;
    }
    if (!note.empty()) {
        point->note += (point->note.empty() ? "" : "; ") + note;
    }
    if (const Status dumped = dump(*plan, watch.recorded.value_or(policy), stop); !dumped) {
        if (!stop.asked()) {
            return dumped.error();
        }
        point->note += (point->note.empty() ? "" : "; ") + std::string("not dumped");
    }
    return point;
}

// Training steps of store_all alone. No memory for them is no fault of the point.
Status EngineMeasurer::makeReference(const StopSignal& stop, std::string& note)
{
    const Result<RunPlan> plan = planRun(m_setup.scenario, storeAll(), m_setup.seed);
    if (!plan) {
        return plan.error();
    }
    Result<Slab> slab = enoughMemory(*plan) ? slabFor(*plan) : Result<Slab>(Error { "no memory" });
    if (!slab) {
        note = "not compared with store_all, for which there is no memory";
        return success();
    }
    SlabMemory memory(*plan, *slab, {});
    Stop ends(&stop.flag(), std::nullopt);
    TrainingRun run(*plan, memory, m_pool, m_setup.kernels ? m_setup.kernels : ownKernels(plan->precision), &ends);
    Result<TrainingResults> results = trainingSteps(run, MeasureOptions().trainingSteps, ends);
    if (!results) {
        return results.error();
    }
    m_reference = std::move(*results);
    return success();
}

Status EngineMeasurer::dump(const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop)
{
    if (m_setup.dumpFolder.empty()) {
        return success();
    }
    Stop ends(&stop.flag(), std::nullopt);
    Status dumped = dumpStep(plan, m_pool, m_setup.dumpFolder + "/" + dumpFolderName(recorded), ends);
    if (!dumped && dumped.error().field == "cannot_write") {
        m_dumpError = m_dumpError ? m_dumpError : dumped.error();
        return success();
    }
    return dumped;
}

} // namespace sublinear
