// SPDX-License-Identifier: MIT
#include "gpu/cuda/measure.h"

#include "core/program/placement.h"
#include "gpu/cuda/device_marks.h"
#include "gpu/cuda/event_timer.h"
#include "gpu/cuda/memory.h"
#include "gpu/cuda/training.h"
#include "gpu/measure/point_parts.h"
#include "gpu/measure/quartiles.h"
#include "gpu/measure/step_timer.h"
#include "gpu/run/run_error.h"
#include "gpu/run/slab_memory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

namespace sublinear {

namespace {

using namespace std::chrono_literals;

constexpr int kMeterSteps = 7; // two to look at, one in the pool, two twice in an exact block

// Reads the pool before each operation; an error is kept for the end of the step.
class PoolReader {
public:
    explicit PoolReader(const CudaPoolMemory& memory)
        : m_memory(memory)
    {
    }
    void before(std::size_t op)
    {
        const Result<CudaPoolUse> use = m_memory.use();
        if (use) {
            m_ops.push_back({ static_cast<std::int64_t>(op), use->current, 0.0 });
        } else if (!m_error) {
            m_error = use.error();
        }
    }
    void after(std::size_t /*op*/) { }
    [[nodiscard]] const std::vector<MeasuredOp>& ops() const { return m_ops; }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const CudaPoolMemory& m_memory;
    std::vector<MeasuredOp> m_ops;
    std::optional<Error> m_error;
};

class MeasuringOnCuda {
public:
    MeasuringOnCuda(
        const RunPlan& plan, const CudaSession& session, Nvml* nvml, ThreadPool& pool, const MeasureOptions& options)
        : m_plan(plan)
        , m_session(session)
        , m_nvml(nvml)
        , m_pool(pool)
        , m_options(options)
        , m_stop(options.cancel, options.deadline, options.late)
        , m_steps((options.meters ? kMeterSteps : 0) + options.trainingSteps + options.timedSteps)
        , m_point(pointOf(plan))
    {
    }

    Result<MeasuredPoint> run(TrainingResults* results)
    {
        if (Status status = accepted(); !status) {
            return status.error();
        }
        if (m_options.meters) {
            for (const auto pass :
                { &MeasuringOnCuda::touchedPass, &MeasuringOnCuda::poolPass, &MeasuringOnCuda::shortPass }) {
                if (Status status = (this->*pass)(); !status) {
                    return status.error();
                }
            }
        }
        if (Status status = trainAndTime(results); !status) {
            return status.error();
        }
        return std::move(m_point);
    }

private:
    [[nodiscard]] Status accepted() const
    {
        if (Status can = canRunOnCuda(m_plan.program, m_session.info()); !can) {
            return can;
        }
        if (m_options.memoryLimit) {
            if (Status fits = SlabMemory::fits(m_plan, *m_options.memoryLimit); !fits) {
                return fits;
            }
        }
        return fitsOnDevice(m_plan, m_session);
    }

    void stepDone(std::string_view pass)
    {
        ++m_done;
        if (m_options.progress) {
            m_options.progress({ pass, m_done / m_steps });
        }
    }

    /// One step from the start in that memory.
    template <class O> Status firstStep(Memory& memory, O& observer, std::string_view pass)
    {
        Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(m_plan, memory, m_session, m_pool, m_stop);
        if (!training) {
            return training.error();
        }
        Status status = (*training)->step(observer, m_stop);
        stepDone(pass);
        return status;
    }

    Status touchedPass()
    {
        Bytes free = 0;
        Bytes total = 0;
        if (Status status = m_session.check(m_session.runtime().memory(free, total), "the device's memory"); !status) {
            return status;
        }
        const Bytes margin = marginBehind(m_point, std::min(free, m_options.memoryLimit.value_or(free)));
        if (margin == 0) {
            return success();
        }
        Result<CudaBlock> slab = CudaBlock::allocate(m_session, m_plan.predictedBytes() + margin, "touched bytes");
        if (!slab) {
            return slab.error();
        }
        DeviceMarks marks(m_session, slab->data(), slab->bytes());
        for (const int round : { 0, 1 }) {
            if (Status status = marks.fill(round); !status) {
                return status;
            }
            CudaSlabMemory memory(m_plan, m_session, slab->data(), false);
            NoObserver observer;
            if (Status status = firstStep(memory, observer, "touched bytes"); !status) {
                return status;
            }
            if (Status status = marks.look(round); !status) {
                return status;
            }
        }
        m_point.touchedBytes = marks.touchedBytes();
        return success();
    }

    Status poolPass()
    {
        Result<std::unique_ptr<CudaPoolMemory>> memory = CudaPoolMemory::create(m_plan, m_session);
        if (!memory) {
            return memory.error();
        }
        if (Status status = (*memory)->resetHigh(); !status) {
            return status;
        }
        PoolReader reader(**memory);
        if (Status status = firstStep(**memory, reader, "pool"); !status) {
            return status;
        }
        if (reader.error()) {
            return *reader.error();
        }
        const Result<CudaPoolUse> use = (*memory)->use();
        if (!use) {
            return use.error();
        }
        m_point.poolHighBytes = use->high;
        m_point.ops = reader.ops();
        return success();
    }

    // Whether a step in a block of so many bytes writes into the granule behind it.
    Result<bool> writesBehind(Bytes bytes)
    {
        Result<CudaBlock> block = CudaBlock::allocate(m_session, m_plan.predictedBytes() + kGranuleBytes, "tight fit");
        if (!block) {
            return block.error();
        }
        DeviceMarks marks(m_session, block->data() + bytes, kGranuleBytes);
        for (const int round : { 0, 1 }) {
            if (Status status = marks.fill(round); !status) {
                return status.error();
            }
            CudaSlabMemory memory(m_plan, m_session, block->data(), false);
            NoObserver observer;
            if (Status status = firstStep(memory, observer, "tight fit"); !status) {
                return status.error();
            }
            if (Status status = marks.look(round); !status) {
                return status.error();
            }
        }
        return marks.touchedBytes() > 0;
    }

    Status shortPass()
    {
        const Result<bool> exact = writesBehind(m_plan.predictedBytes());
        if (!exact) {
            return exact.error();
        }
        const Result<bool> shortOne = writesBehind(m_plan.predictedBytes() - kGranuleBytes);
        if (!shortOne) {
            return shortOne.error();
        }
        takeTightFit(m_point, m_plan, *exact, *shortOne);
        return success();
    }

    Status trainAndTime(TrainingResults* results)
    {
        const std::optional<NvmlState> before = look();
        Result<CudaBlock> slab = CudaBlock::allocate(m_session, m_plan.predictedBytes(), "the run");
        if (!slab) {
            return slab.error();
        }
        CudaSlabMemory memory(m_plan, m_session, slab->data(), false);
        Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(m_plan, memory, m_session, m_pool, m_stop);
        if (!training) {
            return training.error();
        }
        if (Status status = train(**training); !status) {
            return status;
        }
        Result<TrainingResults> own = (*training)->results();
        if (!own) {
            return own.error();
        }
        takeResults(m_point, std::move(*own), m_options.reference, results);
        (*training)->forgetInput();
        if (Status status = time(**training); !status) {
            return status;
        }
        if (Status status = timeGraph(**training); !status) {
            return status;
        }
        const std::optional<NvmlState> after = look();
        if (before && after) {
            if (const std::string disturbed = disturbance(*before, *after); !disturbed.empty()) {
                addNote(m_point, "disturbed: " + disturbed);
            }
        }
        return success();
    }

    [[nodiscard]] std::optional<NvmlState> look() const
    {
        return m_nvml == nullptr ? std::nullopt : m_nvml->state(m_session.info().pciBusId);
    }

    Status train(CudaTraining& training)
    {
        if (Status status = training.keepInput(); !status) {
            return status;
        }
        for (int i = 0; i < m_options.trainingSteps; ++i) {
            NoObserver observer;
            if (Status status = training.step(observer, m_stop); !status) {
                return status;
            }
            const Result<bool> finite = training.finite();
            if (!finite) {
                return finite.error();
            }
            m_point.loss = i == 0 ? training.loss() : m_point.loss;
            m_point.valid = m_point.valid && *finite;
            stepDone("training");
        }
        return success();
    }

    Status time(CudaTraining& training)
    {
        StepTimer times(m_plan.program);
        EventTimer events(m_session, m_plan.program.ops.size());
        if (Status status = events.prepare(); !status) {
            return status;
        }
        for (int i = 0; i < m_options.timedSteps; ++i) {
            if (Status status = events.begin(); !status) {
                return status;
            }
            if (Status status = training.step(events, m_stop); !status) {
                if (times.steps() > 0 && faultOf(status.error()) == FaultClass::Timeout) {
                    break;
                }
                return status;
            }
            const Result<EventTimer::Times> step = events.end();
            if (!step) {
                return step.error();
            }
            times.add(step->opNs, step->stepNs);
            m_point.valid = m_point.valid && std::isfinite(training.loss());
            stepDone("timing");
            if (m_options.stepTimed) {
                m_options.stepTimed(step->stepNs);
            }
        }
        if (times.steps() > 0) {
            takeTimes(m_point, times, m_options.timedSteps);
        }
        return success();
    }

    Status timeGraph(CudaTraining& training)
    {
        if (m_options.graphSteps == 0) {
            return success();
        }
        const Result<StepGraph> graph = training.graph();
        EventTimer events(m_session, 0);
        if (Status status = graph ? events.prepare() : Status(graph.error()); !status) {
            return status;
        }
        std::vector<double> times;
        for (int i = -1; i < m_options.graphSteps; ++i) { // the first is not counted
            if (m_stop.poll()) {
                break;
            }
            Status status = events.begin();
            status = status ? graph->replay() : status;
            if (!status) {
                return status;
            }
            const Result<EventTimer::Times> step = events.end();
            if (!step) {
                return step.error();
            }
            if (i >= 0) {
                times.push_back(step->stepNs);
            }
        }
        if (Status status = training.waitForLoss(); !status) {
            return status;
        }
        m_point.valid = m_point.valid && std::isfinite(training.loss());
        if (!times.empty()) {
            m_point.graphStepNs = quartilesOf(times);
        }
        return success();
    }

    const RunPlan& m_plan;
    const CudaSession& m_session;
    Nvml* m_nvml;
    ThreadPool& m_pool;
    const MeasureOptions& m_options;
    Stop m_stop;
    double m_steps;
    double m_done = 0.0;
    MeasuredPoint m_point;
};

} // namespace

Result<MeasuredPoint> measureOnCuda(const RunPlan& plan, const CudaSession& session, Nvml* nvml, ThreadPool& pool,
    const MeasureOptions& options, TrainingResults* results)
{
    Result<MeasuredPoint> point = MeasuringOnCuda(plan, session, nvml, pool, options).run(results);
    if (point) {
        point->products = session.runtime().chosenProducts();
    }
    return point;
}

} // namespace sublinear
