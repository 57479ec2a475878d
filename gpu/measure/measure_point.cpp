// SPDX-License-Identifier: MIT
#include "gpu/measure/measure_point.h"

#include "gpu/cpu/cpu_kernels.h"
#include "gpu/measure/point_parts.h"
#include "gpu/measure/pool_pass.h"
#include "gpu/measure/process_memory.h"
#include "gpu/measure/short_slab.h"
#include "gpu/measure/step_timer.h"
#include "gpu/measure/touched.h"
#include "gpu/run/run_error.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace sublinear {

namespace {

using namespace std::chrono_literals;

constexpr Bytes kUncounted = Bytes { 1 } << 20; // the system counts pages per thread, and adds them up later

/// Counts steps by their pass, and says how far the whole is while one runs.
class Progress {
public:
    Progress(const MeasureOptions& options, std::size_t ops)
        : m_options(options)
        , m_ops(ops)
    {
        const PassShares& shares = options.shares;
        const bool meters = options.meters;
        m_whole = (meters ? shares.touched + shares.pool + shares.tightFit : 0) + shares.training + shares.timing;
    }

    void enter(std::string_view pass, double share, int steps)
    {
        m_before += m_share;
        m_share = share;
        m_steps = std::max(steps, 1);
        m_stepsDone = 0;
        m_pass = pass;
        report(0.0);
    }
    void stepDone()
    {
        ++m_stepsDone;
        report(0.0);
    }
    void operation(std::size_t op)
    {
        if (m_options.progress && Stop::Clock::now() - m_last > 100ms) {
            report(static_cast<double>(op) / static_cast<double>(m_ops));
        }
    }

private:
    void report(double ofStep)
    {
        m_last = Stop::Clock::now();
        if (m_options.progress && m_whole > 0) {
            const double ofPass = std::min(1.0, (m_stepsDone + ofStep) / m_steps);
            m_options.progress({ m_pass, std::min(1.0, (m_before + m_share * ofPass) / m_whole) });
        }
    }

    const MeasureOptions& m_options;
    std::size_t m_ops;
    double m_whole = 1; ///< all shares
    double m_before = 0; ///< of the passes that are over
    double m_share = 0; ///< of this pass
    int m_steps = 1; ///< of this pass
    int m_stepsDone = 0;
    std::string_view m_pass;
    Stop::Clock::time_point m_last;
};

template <class O> struct Reporting {
    O& inner;
    Progress& progress;
    void before(std::size_t op) { inner.before(op); }
    void after(std::size_t op)
    {
        inner.after(op);
        progress.operation(op);
    }
};

class Measuring {
public:
    Measuring(const RunPlan& plan, ThreadPool& pool, const MeasureOptions& options)
        : m_plan(plan)
        , m_pool(pool)
        , m_options(options)
        , m_kernels(options.kernels ? options.kernels : ownKernels(plan.precision))
        , m_stop(options.cancel, options.deadline, options.late)
        , m_progress(options, plan.program.ops.size())
        , m_point(pointOf(plan))
    {
    }

    Result<MeasuredPoint> run(TrainingResults* results)
    {
        if (Status status = accepted(); !status) {
            return status.error();
        }
        trimHeap();
        m_before = m_options.residentBefore ? m_options.residentBefore : residentBytes();
        if (m_options.meters) {
            for (const auto pass : { &Measuring::touchedPass, &Measuring::poolPass, &Measuring::shortPass }) {
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
        if (m_options.memoryLimit) {
            if (Status fits = SlabMemory::fits(m_plan, *m_options.memoryLimit); !fits) {
                return fits;
            }
        }
        return m_options.kernels ? success() : canRunOnCpu(m_plan.program);
    }

    template <class O> Status step(TrainingRun& run, O& observer)
    {
        Reporting<O> reporting { observer, m_progress };
        Status status = run.step(reporting, m_stop);
        m_progress.stepDone();
        return heard(std::move(status));
    }

    // Memory takes its time to be given back: who has cancelled hears of it before.
    Status heard(Status status)
    {
        if (!status && faultOf(status.error()) == FaultClass::Cancelled && m_options.cancelled) {
            m_options.cancelled();
        }
        return status;
    }

    Status touchedPass()
    {
        m_progress.enter("touched bytes", m_options.shares.touched, steps::kTouched);
        const Bytes margin = marginBehind(m_point, m_options.memoryLimit.value_or(std::numeric_limits<Bytes>::max()));
        if (margin == 0) {
            return success();
        }
        Result<Slab> slab = slabFor(m_plan, margin);
        if (!slab) {
            return slab.error();
        }
        TouchedGranules touched(*slab);
        m_behind = margin; // until it is known that nothing is there
        for (const int round : { 0, 1 }) {
            touched.fill(round, m_pool, m_stop);
            SlabMemory memory(m_plan, *slab, {});
            TrainingRun run(m_plan, memory, m_pool, m_kernels, &m_stop);
            NoObserver observer;
            if (Status status = step(run, observer); !status) {
                return status;
            }
            touched.look(round, m_pool, m_stop);
            if (m_stop.poll()) { // it may have seen a part only
                return heard(m_stop.error());
            }
        }
        m_point.touchedBytes = touched.bytes();
        m_behind = touched.end() > m_plan.predictedBytes() ? margin : 0;
        return success();
    }

    Status poolPass()
    {
        m_progress.enter("pool", m_options.shares.pool, steps::kPool);
        Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(m_plan, std::nullopt, &m_stop);
        if (!memory) {
            return heard(memory.error());
        }
        TrainingRun run(m_plan, **memory, m_pool, m_kernels, &m_stop);
        PoolWatch watch(**memory);
        if (Status status = step(run, watch); !status) {
            return status;
        }
        watch.end();
        if (watch.broken()) {
            const std::string kernel = watch.brokenBy()
                ? "kernel " + std::string(m_plan.program.ops[*watch.brokenBy()].name) + " (operation "
                    + std::to_string(*watch.brokenBy()) + ")"
                : "some kernel";
            return runError(FaultClass::DeviceFault, kernel + " wrote beyond " + *watch.broken());
        }
        m_point.poolHighBytes = (*memory)->highWaterBytes();
        for (std::size_t op = 0; op < watch.used().size(); ++op) {
            m_point.ops.push_back({ static_cast<std::int64_t>(op), watch.used()[op], 0.0 });
        }
        return success();
    }

    // One granule less: refused, and short indeed where it is not. That the prediction is enough is
    // seen in training, in a slab of exactly that; where it is known not to be, in a child too.
    Status shortPass()
    {
        m_progress.enter("tight fit", m_options.shares.tightFit, 1);
        const auto stopped = [this] { static_cast<void>(heard(m_stop.error())); };
        const Result<bool> ranShort = runsShort(m_plan, m_kernels, kGranuleBytes, m_stop, stopped);
        const Result<bool> isShort =
            ranShort && m_behind > 0 ? runsShort(m_plan, m_kernels, 0, m_stop, stopped) : Result<bool>(false);
        if (!ranShort || !isShort) {
            return ranShort ? isShort.error() : ranShort.error();
        }
        takeTightFit(m_point, m_plan, *isShort, *ranShort);
        m_progress.stepDone();
        return success();
    }

    Status trainAndTime(TrainingResults* results)
    {
        m_progress.enter("training", m_options.shares.training, m_options.trainingSteps);
        trimHeap(); // of what the passes have freed, not of what kernels hold
        if (!resetHighWater()) {
            m_before = highWaterResidentBytes();
        }
        Result<Slab> slab = slabFor(m_plan, m_behind); // exactly, so that what is beyond it faults
        if (!slab) {
            return slab.error();
        }
        SlabMemory memory(m_plan, *slab, {});
        TrainingRun run(m_plan, memory, m_pool, m_kernels, &m_stop);
        run.keepInput(true);
        for (int i = 0; i < m_options.trainingSteps; ++i) {
            NoObserver observer;
            if (Status status = step(run, observer); !status) {
                return status;
            }
            if (i == 0) {
                noteResident();
                m_point.loss = run.loss();
            }
            m_point.valid = m_point.valid && run.finite(m_stop);
        }
        takeResults(m_point, run.results(&m_stop), m_options.reference, results, &m_stop);
        if (m_stop.poll()) { // they may not be whole
            return heard(m_stop.error());
        }
        run.keepInput(false);
        return time(run);
    }

    // Less than the slab by more than some pages is no residual of 0: then it is not known.
    void noteResident()
    {
        const std::optional<Bytes> after = highWaterResidentBytes();
        if (!m_before || !after) {
            return;
        }
        m_point.rssGrowthBytes = *after - *m_before;
        const Bytes residual = *m_point.rssGrowthBytes - m_plan.predictedBytes();
        if (residual >= -kUncounted) {
            m_point.residualBytes = std::max<Bytes>(0, residual);
        }
    }

    Status time(TrainingRun& run)
    {
        m_progress.enter("timing", m_options.shares.timing, m_options.timedSteps);
        StepTimer times(m_plan.program);
        const LoadReader look = m_options.load ? m_options.load : LoadReader(&machineLoad);
        const MachineLoad before = look();
        for (int i = 0; i < m_options.timedSteps; ++i) {
            times.begin();
            if (Status status = step(run, times); !status) {
                if (times.steps() > 0 && faultOf(status.error()) == FaultClass::Timeout) {
                    break;
                }
                return status;
            }
            times.end();
            if (m_options.stepTimed) {
                m_options.stepTimed(times.lastStepNs());
            }
            m_point.valid = m_point.valid && std::isfinite(run.loss());
        }
        if (times.steps() > 0) {
            takeTimes(m_point, times, m_options.timedSteps);
            if (const std::string disturbed = disturbance(before, look(), m_pool.threads()); !disturbed.empty()) {
                addNote(m_point, "disturbed: " + disturbed);
            }
        }
        return success();
    }

    const RunPlan& m_plan;
    ThreadPool& m_pool;
    const MeasureOptions& m_options;
    Kernels m_kernels;
    Stop m_stop;
    Progress m_progress;
    MeasuredPoint m_point;
    Bytes m_behind = 0; ///< that a run needs beyond its prediction, which is then wrong
    std::optional<Bytes> m_before; ///< resident, before the first pass
};

} // namespace

Result<MeasuredPoint> measurePoint(
    const RunPlan& plan, ThreadPool& pool, const MeasureOptions& options, TrainingResults* results)
{
    return Measuring(plan, pool, options).run(results);
}

} // namespace sublinear
