// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/worker_family.h"
#include "core/measurement/worker_command.h"
#include "core/measurement/worker_stream.h"

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <optional>

namespace sublinear {

/// The worker program as a child process that is given runs and watched: what it says arrives as
/// rows, and whatever becomes of it ends in exactly one `ended`. It never outlives this object.
class WorkerProcess : public QObject {
    Q_OBJECT

public:
    struct Start {
        QString program;
        QStringList arguments; ///< in front of none of ours: the worker takes commands when it has none
        bool elsewhere = false; ///< the program brings the worker on another machine to us
        std::chrono::milliseconds silence { 60'000 }; ///< after so long without a line it is given up
        std::chrono::milliseconds grace { 3'000 }; ///< that it gets to leave by itself
        std::chrono::milliseconds overtime { 10'000 }; ///< past a run's deadline, for planning it and ending it
    };
    explicit WorkerProcess(Start start, QObject* parent = nullptr);
    ~WorkerProcess() override;

    /// Starts the program with the first run, and gives it each further one.
    void run(const RunCommand& command);
    void cancel(); ///< the run that is going on; at most the grace later the worker is killed
    void quit(); ///< lets the worker leave, and sees to it that it does

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// The last thing that it complained about; empty if it did not.
    [[nodiscard]] QString lastComplaint() const { return m_complaint; }

Q_SIGNALS:
    void rowRead(const sublinear::StreamRow& row);
    void runEnded(); ///< after the last row of a run
    /// The worker is gone. No fault: it took its leave, or was asked to go.
    void ended(const std::optional<sublinear::Fault>& fault);

private:
    void write(const Command& command);
    void onOutput();
    void onComplaints();
    void onSilence();
    void onOvertime();
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    void giveUp(Fault fault); ///< kills it for that reason
    void finish(std::optional<Fault> fault);
    [[nodiscard]] Fault withoutGoodbye(int exitCode, QProcess::ExitStatus status) const;

    Start m_start;
    QProcess m_process;
    WorkerFamily m_family;
    QTimer m_silence;
    QTimer m_overtime; ///< from the run's command on
    QTimer m_grace;
    WorkerStream m_stream;
    QString m_complaint;
    std::optional<Fault> m_fault; ///< why it was killed
    bool m_leaving = false; ///< was told to quit
    bool m_done = false; ///< `ended` was emitted
};

/// The worker beside this program, or the one that SUBLINEAR_MICRORUN names.
QString workerProgram();

} // namespace sublinear
