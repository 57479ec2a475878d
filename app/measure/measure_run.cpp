// SPDX-License-Identifier: MIT
#include "app/measure/measure_run.h"

#include "app/measure/worker_process.h"

#include <QEventLoop>
#include <QSocketNotifier>

#include <algorithm>
#include <optional>

namespace sublinear {

namespace {

// What is missing though the worker complained of nothing; empty: all is there.
std::string missingOf(const MeasureOutcome& outcome, bool runEnded, bool planOnly)
{
    if (!outcome.planned || !runEnded) {
        return "the worker took its leave without a run";
    }
    return outcome.measurement.points.empty() && !planOnly ? "the worker measured nothing, and does not say why" : "";
}

// A worker that had to be killed is lost because of the stop, not beside it.
void sayStopped(MeasureOutcome& outcome)
{
    const auto isCancelled = [](const Fault& fault) { return fault.kind == FaultClass::Cancelled; };
    if (std::none_of(outcome.faults.begin(), outcome.faults.end(), isCancelled)) {
        outcome.faults.push_back({ FaultClass::Cancelled,
            "a signal came with " + std::to_string(outcome.measurement.points.size()) + " points measured" });
    }
}

} // namespace

MeasureOutcome measureRun(const QString& program, const RunCommand& command,
    const std::function<void(const StreamRow&)>& onRow, int stopDescriptor)
{
    MeasureOutcome outcome;
    bool runEnded = false;
    QEventLoop loop;
    WorkerProcess worker({ program, {} });
    QObject::connect(&worker, &WorkerProcess::rowRead, &loop, [&](const StreamRow& row) {
        takeInto(outcome.measurement, row);
        outcome.planned = outcome.planned || std::holds_alternative<PlanRow>(row.content);
        if (const auto* error = std::get_if<ErrorRow>(&row.content)) {
            outcome.faults.push_back(error->fault);
        }
        onRow(row);
    });
    QObject::connect(&worker, &WorkerProcess::runEnded, &loop, [&] {
        runEnded = true;
        worker.quit();
    });
    QObject::connect(&worker, &WorkerProcess::ended, &loop, [&](const std::optional<Fault>& fault) {
        if (fault && !outcome.stopped) {
            outcome.faults.push_back(*fault);
        }
        loop.quit();
    });
    std::optional<QSocketNotifier> stop;
    if (stopDescriptor >= 0) {
        stop.emplace(stopDescriptor, QSocketNotifier::Read);
        QObject::connect(&*stop, &QSocketNotifier::activated, &loop, [&] {
            stop->setEnabled(false);
            if (!runEnded) {
                outcome.stopped = true;
                worker.cancel();
            }
        });
    }
    // From within the loop, so that a program that cannot be started is heard too.
    QMetaObject::invokeMethod(
        &worker, [&] { worker.run(command); }, Qt::QueuedConnection);
    loop.exec();
    if (outcome.stopped) {
        sayStopped(outcome);
    }
    const std::string missing = missingOf(outcome, runEnded, command.options.planOnly);
    if (outcome.faults.empty() && !missing.empty()) {
        outcome.faults.push_back({ FaultClass::Protocol, missing });
    }
    return outcome;
}

} // namespace sublinear
