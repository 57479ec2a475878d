// SPDX-License-Identifier: MIT
#include "app/measure/measure_run.h"

#include "app/measure/worker_process.h"

#include <QEventLoop>

namespace sublinear {

MeasureOutcome measureRun(
    const QString& program, const RunCommand& command, const std::function<void(const StreamRow&)>& onRow)
{
    MeasureOutcome outcome;
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
    QObject::connect(&worker, &WorkerProcess::runEnded, &worker, &WorkerProcess::quit);
    QObject::connect(&worker, &WorkerProcess::ended, &loop, [&](const std::optional<Fault>& fault) {
        if (fault) {
            outcome.faults.push_back(*fault);
        }
        loop.quit();
    });
    // From within the loop, so that a program that cannot be started is heard too.
    QMetaObject::invokeMethod(
        &worker, [&] { worker.run(command); }, Qt::QueuedConnection);
    loop.exec();
    return outcome;
}

} // namespace sublinear
