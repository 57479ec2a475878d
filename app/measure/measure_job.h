// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/worker_process.h"

#include <QObject>

#include <optional>
#include <utility>
#include <vector>

namespace sublinear {

/// One measurement at a time: starts a worker for it, gathers what the worker says, and whatever
/// becomes of that one ends in a state and a sentence. Never waits for it; a new worker for each run,
/// so that no fault outlives its run.
class MeasureJob : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Cancelling, Done, Cancelled, Failed };

    /// A point of the run: what was forecast of it, then what was measured or why it was not.
    struct Point {
        PolicySpec policy;
        std::optional<PlanRow::Forecast> forecast;
        std::optional<std::size_t> measured; ///< into measurement().points
        std::optional<Fault> fault;
    };

    explicit MeasureJob(WorkerProcess::Start start, QObject* parent = nullptr);
    ~MeasureJob() override;

    /// How the next run's worker is started.
    void setStart(WorkerProcess::Start start) { m_start = std::move(start); }
    /// Gives up a run that is going on and starts this one.
    void start(const RunCommand& command);
    void cancel(); ///< at most the grace later the worker is killed
    void abandon(); ///< at once, and no state of it: nobody looks any more

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isActive() const { return m_state == State::Running || m_state == State::Cancelling; }
    /// What was measured so far, or until it ended.
    [[nodiscard]] const Measurement& measurement() const { return m_measurement; }
    [[nodiscard]] bool isPlanned() const { return m_planned; } ///< measurement().run says what runs
    [[nodiscard]] const std::vector<Point>& points() const { return m_points; }
    [[nodiscard]] const std::optional<ProgressRow>& progress() const { return m_progress; }
    /// How it ended: "5 points measured", "The worker was lost: ...". Empty before.
    [[nodiscard]] QString message() const { return m_message; }

Q_SIGNALS:
    void changed(); ///< any of that
    void pointMeasured(); ///< one more in measurement()
    void ended(); ///< the state is one of the last three

private:
    void take(const StreamRow& row);
    void take(const ErrorRow& row);
    void takePlan(const PlanRow& row);
    void takePoint();
    void onWorkerEnded(const std::optional<Fault>& fault);
    void conclude(const std::optional<Fault>& lost);
    void letGo();

    WorkerProcess::Start m_start;
    WorkerProcess* m_worker = nullptr;
    State m_state = State::Idle;
    bool m_planOnly = false;
    bool m_planned = false;
    Measurement m_measurement;
    std::vector<Point> m_points;
    std::optional<ProgressRow> m_progress;
    std::optional<Fault> m_fault; ///< of the whole run
    QString m_message;
};

/// "Would not fit: ...": a fault in a sentence.
QString faultText(const Fault& fault);

} // namespace sublinear
