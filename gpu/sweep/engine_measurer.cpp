// SPDX-License-Identifier: MIT
#include "gpu/sweep/engine_measurer.h"

#include "gpu/device/memory.h"
#include "gpu/measure/point_parts.h"
#include "gpu/measure/process_memory.h"
#include "gpu/run/run_error.h"
#include "gpu/shape/choose_shape.h"
#include "gpu/sweep/dump.h"

#include <utility>

namespace sublinear {

namespace {

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

} // namespace

EngineMeasurer::EngineMeasurer(Setup setup)
    : ComparedMeasurer(setup.scenario, setup.seed)
    , m_setup(std::move(setup))
    , m_pool(m_setup.threads)
    , m_residentBefore(residentBytes())
{
}

Status EngineMeasurer::enoughMemory(const RunPlan& plan)
{
    const std::optional<FreeMemory> memory = freeMemory();
    const Bytes needed = plan.predictedBytes() + bytesBesidePeak(plan.states.totalBytes(), plan.predictedBytes());
    if (!memory || needed <= memory->free) {
        return success();
    }
    return runError(FaultClass::WouldNotFit, shortageText(needed, *memory));
}

Result<MeasuredPoint> EngineMeasurer::run(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results)
{
    MeasureOptions here = options;
    here.kernels = m_setup.kernels;
    if (m_residentBefore) {
        here.residentBefore = *m_residentBefore + (options.reference != nullptr ? heldBytes(*options.reference) : 0);
    }
    return measurePoint(plan, m_pool, here, results);
}

Status EngineMeasurer::finish(
    const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop, MeasuredPoint& point)
{
    if (const Status dumped = dump(plan, recorded, stop); !dumped) {
        if (!stop.asked()) {
            return dumped.error();
        }
        addNote(point, "not dumped");
        point.cutShort += (point.cutShort.empty() ? "" : ", ") + std::string("not dumped");
    }
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
