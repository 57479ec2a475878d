// SPDX-License-Identifier: MIT
#include "app/measure/measure_job.h"

#include "app/model/text.h"

#include <algorithm>
#include <utility>

namespace sublinear {

MeasureJob::MeasureJob(WorkerProcess::Start start, QObject* parent)
    : QObject(parent)
    , m_start(std::move(start))
{
}

MeasureJob::~MeasureJob()
{
    abandon();
}

void MeasureJob::start(const RunCommand& command)
{
    letGo();
    m_state = State::Running;
    m_planOnly = command.options.planOnly;
    m_planned = false;
    m_measurement = {};
    m_points.clear();
    m_progress.reset();
    m_fault.reset();
    m_message.clear();

    m_worker = new WorkerProcess(m_start, this);
    connect(m_worker, &WorkerProcess::rowRead, this, qOverload<const StreamRow&>(&MeasureJob::take));
    connect(m_worker, &WorkerProcess::runEnded, this, [this] {
        m_worker->quit();
        conclude(std::nullopt);
    });
    connect(m_worker, &WorkerProcess::ended, this, &MeasureJob::onWorkerEnded);
    m_worker->run(command);
    Q_EMIT changed();
}

void MeasureJob::cancel()
{
    if (m_state == State::Running) {
        m_state = State::Cancelling;
        m_worker->cancel();
        Q_EMIT changed();
    }
}

void MeasureJob::abandon()
{
    if (m_worker != nullptr) {
        m_worker->disconnect(this);
        delete std::exchange(m_worker, nullptr);
    }
    if (isActive()) {
        m_state = State::Idle;
    }
}

// A worker that is left behind is killed once the event loop is back: this may be its own signal.
void MeasureJob::letGo()
{
    if (m_worker != nullptr) {
        m_worker->disconnect(this);
        std::exchange(m_worker, nullptr)->deleteLater();
    }
}

void MeasureJob::take(const StreamRow& row)
{
    if (!isActive()) {
        return;
    }
    takeInto(m_measurement, row);
    if (const auto* plan = std::get_if<PlanRow>(&row.content)) {
        takePlan(*plan);
    } else if (std::holds_alternative<ResultRow>(row.content)) {
        takePoint();
    } else if (const auto* progress = std::get_if<ProgressRow>(&row.content)) {
        m_progress = *progress;
    } else if (const auto* error = std::get_if<ErrorRow>(&row.content)) {
        take(*error);
    } else {
        return; // a single step, a greeting: nothing that is shown
    }
    Q_EMIT changed();
}

void MeasureJob::takePlan(const PlanRow& row)
{
    m_planned = true;
    m_points.clear();
    for (const PlanRow::Forecast& each : row.expected) {
        m_points.push_back({ each.policy, each, {}, {} });
    }
}

void MeasureJob::takePoint()
{
    const std::size_t index = m_measurement.points.size() - 1;
    const PolicySpec& policy = m_measurement.points.back().policy;
    const auto isNext = [&](const Point& point) {
        return !point.measured && !point.fault && point.policy.id == policy.id && point.policy.number == policy.number;
    };
    const auto found = std::find_if(m_points.begin(), m_points.end(), isNext);
    if (found != m_points.end()) {
        found->measured = index;
    } else {
        m_points.push_back({ policy, {}, index, {} });
    }
    Q_EMIT pointMeasured();
}

void MeasureJob::take(const ErrorRow& row)
{
    if (row.point && *row.point >= 0 && static_cast<std::size_t>(*row.point) < m_points.size()) {
        m_points[static_cast<std::size_t>(*row.point)].fault = row.fault;
    } else if (!m_fault) {
        m_fault = row.fault;
    }
}

void MeasureJob::onWorkerEnded(const std::optional<Fault>& fault)
{
    std::exchange(m_worker, nullptr)->deleteLater();
    conclude(fault);
}

void MeasureJob::conclude(const std::optional<Fault>& lost)
{
    if (!isActive()) {
        return; // it had ended before its worker left
    }
    const auto failed = std::count_if(m_points.begin(), m_points.end(), [](const Point& point) { return point.fault; });
    const std::size_t measured = m_measurement.points.size();
    const auto total = std::max(m_points.size(), measured);
    const QString count = total == 1 ? tr("%1 of 1 point measured").arg(measured)
                                     : tr("%1 of %2 points measured").arg(measured).arg(total);
    if (m_state == State::Cancelling || (m_fault && m_fault->kind == FaultClass::Cancelled)) {
        m_state = State::Cancelled;
        m_message = tr("Cancelled: %1").arg(count);
    } else if (lost || m_fault) {
        m_state = State::Failed;
        m_message = faultText(lost ? *lost : *m_fault);
        if (measured > 0) {
            m_message += tr("; %1").arg(count);
        }
    } else if (measured == 0 && !(m_planOnly && m_planned)) {
        m_state = State::Failed;
        m_message = failed > 0 ? tr("No point could be measured") : tr("The worker measured nothing");
    } else {
        m_state = State::Done;
        m_message = failed > 0 ? tr("%1; %2 failed").arg(count).arg(failed) : count;
    }
    Q_EMIT changed();
    Q_EMIT ended();
}

QString faultText(const Fault& fault)
{
    const QString message = toQString(fault.message);
    switch (fault.kind) {
    case FaultClass::Refused:
        return MeasureJob::tr("Refused: %1").arg(message);
    case FaultClass::NoDevice:
        return MeasureJob::tr("No such device: %1").arg(message);
    case FaultClass::WouldNotFit:
        return MeasureJob::tr("Would not fit: %1").arg(message);
    case FaultClass::OutOfMemory:
        return MeasureJob::tr("Out of memory: %1").arg(message);
    case FaultClass::DeviceFault:
        return MeasureJob::tr("The device failed: %1").arg(message);
    case FaultClass::Cancelled:
        return MeasureJob::tr("Cancelled: %1").arg(message);
    case FaultClass::Timeout:
        return MeasureJob::tr("Out of time: %1").arg(message);
    case FaultClass::LostWorker:
        return MeasureJob::tr("The worker was lost: %1").arg(message);
    case FaultClass::Protocol:
        return MeasureJob::tr("The worker said what cannot be read: %1").arg(message);
    }
    return message;
}

} // namespace sublinear
