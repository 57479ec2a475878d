// SPDX-License-Identifier: MIT
#include "gpu/sweep/sweep.h"

#include "gpu/protocol/point_record.h"
#include "gpu/protocol/rows.h"
#include "gpu/sweep/progress.h"

#include <exception>
#include <new>
#include <utility>

namespace sublinear {

namespace {

constexpr double kNs = 1e9;

// What is said of a point where it is not exactly the one that was asked for.
std::string noteOf(const PolicySpec& asked, const PolicySpec& run)
{
    if (asked == run) {
        return {};
    }
    return policyText(asked) + " was asked for; on the run's shape that is " + policyText(run);
}

void addNote(PointRecord& point, const std::string& note)
{
    if (!note.empty()) {
        point.note += (point.note.empty() ? "" : "; ") + note;
    }
}

class Sweep {
public:
    Sweep(const SweepJob& job, PointMeasurer& measurer, LineWriter& writer, const StopSignal& stop)
        : m_job(job)
        , m_measurer(measurer)
        , m_writer(writer)
        , m_stop(stop)
        , m_progress(secondsOf(job.shape), SweepProgress::Clock::now())
    {
    }

    SweepOutcome run()
    {
        writePlan();
        for (std::size_t index = 0; !m_job.planOnly && index < m_job.shape.points.size(); ++index) {
            if (m_stop.asked()) {
                break;
            }
            runPoint(index);
        }
        if (m_stop.asked() && !isDone()) {
            sayStopped();
        }
        return std::move(m_outcome);
    }

private:
    // A deadline behind the last point has ended nothing.
    [[nodiscard]] bool isDone() const
    {
        return m_stop.why() == FaultClass::Timeout && m_over == m_job.shape.points.size() && m_cutShort.empty()
            && !m_job.planOnly;
    }

    // Once: as soon as it is known, before what the run holds is given back.
    void sayStopped()
    {
        if (std::exchange(m_hasSaidStopped, true)) {
            return;
        }
        const bool late = m_stop.why() == FaultClass::Timeout;
        std::string message = std::string(late ? "the deadline came" : "the run was cancelled") + " with "
            + std::to_string(m_outcome.points.size()) + " of " + std::to_string(m_job.shape.points.size())
            + " points measured";
        message += m_cutShort.empty() ? "" : ", " + m_cutShort;
        fail({ m_stop.why(), message }, {});
    }

    static std::vector<double> secondsOf(const ShapeChoice& shape)
    {
        std::vector<double> seconds;
        for (const PointCost& cost : shape.points) {
            seconds.push_back(cost.seconds());
        }
        return seconds;
    }

    void writePlan()
    {
        PlanRow plan { m_job.record, {} };
        for (std::size_t index = 0; index < m_job.shape.points.size(); ++index) {
            const PointCost& cost = m_job.shape.points[index];
            // Where a point is refused, the estimate stands; its error comes when its turn does. Of a run
            // that is to end no more is found out.
            const Result<PointForecast> forecast = cost.refused ? Result<PointForecast>(*cost.refused)
                : m_stop.asked()                                ? Result<PointForecast>(Error { "stopped" })
                                                                : m_measurer.forecast(cost.policy);
            plan.expected.push_back({ recordedPolicy(index), forecast ? forecast->predictedPeakBytes : cost.peakBytes,
                forecast ? forecast->staticBytes : cost.staticBytes, cost.seconds() * kNs });
        }
        m_writer.write("plan", m_job.id, planMembers(plan));
    }

    // A budget is named as it was asked for, so that points meet the scenario's own row.
    [[nodiscard]] const PolicySpec& recordedPolicy(std::size_t index) const
    {
        const PolicySpec& asked = m_job.shape.policies[index];
        return asked.id == PolicyId::Optimal ? asked : m_job.shape.points[index].policy;
    }

    void runPoint(std::size_t index)
    {
        tell(index, "start", 0);
        PointWatch watch;
        watch.progress = [this, index](std::string_view phase, double done) { tell(index, phase, done); };
        watch.sample = [this, index](double ns) {
            m_writer.write("sample", m_job.id, sampleMembers({ static_cast<Count>(index), ns }));
        };
        watch.cancelled = [this] { sayStopped(); };
        watch.recorded = recordedPolicy(index);
        watch.expected = m_job.shape.points[index].passes;
        const PolicySpec& policy = m_job.shape.points[index].policy;
        const std::optional<Error>& refused = m_job.shape.points[index].refused;
        const Result<MeasuredPoint> measured = refused ? Result<MeasuredPoint>(*refused) : measure(policy, watch);
        if (!measured) {
            if (!m_stop.asked()) { // what a stop leaves behind is no fault of the point
                ++m_over;
                fail(faultOf(index, measured.error()), static_cast<Count>(index));
            }
            return;
        }
        PointRecord point = pointRecord(*measured, m_job.deviceKind);
        point.policy = recordedPolicy(index);
        addNote(point, noteOf(m_job.shape.policies[index], policy));
        m_writer.write("result", m_job.id, resultMembers(point));
        if (!measured->cutShort.empty()) { // by the stop, so that no other point follows
            m_cutShort = policyText(point.policy) + ": " + measured->cutShort;
        }
        if (const std::string wrong = disproved(point); !wrong.empty()) {
            ++m_outcome.disproved;
            fail({ FaultClass::DeviceFault, policyText(point.policy) + ": " + wrong }, static_cast<Count>(index));
        }
        ++m_over;
        m_outcome.points.push_back(std::move(point));
    }

    // Nothing that a point throws ends the sweep.
    Result<MeasuredPoint> measure(const PolicySpec& policy, const PointWatch& watch)
    {
        try {
            return m_measurer.measure(policy, watch, m_stop);
        } catch (const std::bad_alloc&) {
            return Error { "the system gave no more memory", std::string(toText(FaultClass::OutOfMemory)) };
        } catch (const std::exception& error) {
            return Error { error.what(), std::string(toText(FaultClass::DeviceFault)) };
        }
    }

    // A budget by the number that was asked for, and what became of it.
    [[nodiscard]] Fault faultOf(std::size_t index, const Error& error) const
    {
        const PolicySpec& run = m_job.shape.points[index].policy;
        std::string name = policyText(recordedPolicy(index));
        if (!(recordedPolicy(index) == run)) {
            name += " (" + policyText(run) + " on the run's shape)";
        }
        return { faultClass(error.field).value_or(FaultClass::Refused), name + ": " + error.message };
    }

    void fail(const Fault& fault, std::optional<Count> point)
    {
        m_writer.write("error", m_job.id, errorMembers(fault, point));
        m_outcome.faults.push_back(fault);
    }

    void tell(std::size_t index, std::string_view phase, double done)
    {
        const auto now = SweepProgress::Clock::now();
        m_progress.at(index, done);
        const bool begins = m_phase != phase;
        m_phase = phase;
        if (m_progress.isDue(now) || begins) {
            m_writer.write("progress", m_job.id,
                progressMembers({ static_cast<Count>(index), static_cast<Count>(m_job.shape.points.size()),
                    std::string(phase), m_progress.done(), m_progress.leftNs(now) }));
        }
    }

    const SweepJob& m_job;
    PointMeasurer& m_measurer;
    LineWriter& m_writer;
    const StopSignal& m_stop;
    SweepProgress m_progress;
    std::string m_phase; ///< that was told last
    std::size_t m_over = 0; ///< points that were measured or failed
    std::string m_cutShort; ///< what a stop has left undone of a point that was measured
    bool m_hasSaidStopped = false;
    SweepOutcome m_outcome;
};

} // namespace

SweepOutcome runSweep(const SweepJob& job, PointMeasurer& measurer, LineWriter& writer, const StopSignal& stop)
{
    return Sweep(job, measurer, writer, stop).run();
}

} // namespace sublinear
