// SPDX-License-Identifier: MIT
#include "app/measure/worker_process.h"

#include "app/measure/worker_place.h"
#include "app/model/text.h"

#include <QCoreApplication>

#include <utility>

namespace sublinear {

namespace {

constexpr qsizetype kMostComplaint = 500; // characters of a message that are shown

} // namespace

WorkerProcess::WorkerProcess(Start start, QObject* parent)
    : QObject(parent)
    , m_start(std::move(start))
{
    m_silence.setSingleShot(true);
    m_silence.setInterval(m_start.silence);
    m_grace.setSingleShot(true);
    m_grace.setInterval(m_start.grace);
    m_overtime.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &WorkerProcess::onSilence);
    connect(&m_overtime, &QTimer::timeout, this, &WorkerProcess::onOvertime);
    connect(&m_grace, &QTimer::timeout, this, [this] { m_family.kill(m_process); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &WorkerProcess::onOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &WorkerProcess::onComplaints);
    connect(&m_process, &QProcess::finished, this, &WorkerProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &WorkerProcess::onError);
}

WorkerProcess::~WorkerProcess()
{
    m_process.disconnect(this);
    if (isRunning()) {
        m_family.kill(m_process);
        m_process.waitForFinished();
    }
}

void WorkerProcess::run(const RunCommand& command)
{
    if (!isRunning()) {
        m_stream = WorkerStream();
        m_fault.reset();
        m_leaving = m_done = false;
        m_family.mark(m_process);
        m_process.start(m_start.program, m_start.arguments);
    }
    write(command);
    m_silence.start();
    const std::chrono::duration<double> deadline(command.options.deadlineSeconds.value_or(kUsualDeadline));
    m_overtime.start(std::chrono::ceil<std::chrono::milliseconds>(deadline) + m_start.overtime);
}

void WorkerProcess::cancel()
{
    if (isRunning()) {
        write(CancelCommand {});
        m_grace.start();
    }
}

void WorkerProcess::quit()
{
    m_leaving = true;
    if (isRunning()) {
        write(QuitCommand {});
        m_process.closeWriteChannel();
        m_silence.stop();
        m_overtime.stop();
        m_grace.start(3 * m_start.grace); // nothing waits for it any more
    }
}

void WorkerProcess::write(const Command& command)
{
    m_process.write(QByteArray::fromStdString(commandLine(command)));
}

void WorkerProcess::onOutput()
{
    const QByteArray bytes = m_process.readAllStandardOutput();
    m_stream.feed({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    if (!m_leaving) {
        m_silence.start();
    }
    bool runIsOver = false;
    while (const std::optional<StreamRow> row = m_stream.next()) {
        Q_EMIT rowRead(*row);
        const auto* progress = std::get_if<ProgressRow>(&row->content);
        if (progress != nullptr && progress->phase == kRunEndedPhase) {
            runIsOver = true;
        }
    }
    if (m_stream.fault()) {
        giveUp(*m_stream.fault());
    } else if (runIsOver) {
        m_silence.stop();
        m_overtime.stop();
        if (!m_leaving) {
            m_grace.stop();
        }
        Q_EMIT runEnded();
    }
}

void WorkerProcess::onComplaints()
{
    const QStringList lines =
        QString::fromUtf8(m_process.readAllStandardError()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        if (!line.contains(QLatin1String(": note: "))) { // what it says of a run that goes well is no cause of its end
            m_complaint = line.left(kMostComplaint);
        }
    }
}

void WorkerProcess::onSilence()
{
    giveUp({ FaultClass::Timeout,
        "the worker has said nothing for " + std::to_string(m_start.silence.count() / 1000) + " s" });
}

// A worker keeps its deadline itself; one that does not may still talk.
void WorkerProcess::onOvertime()
{
    giveUp({ FaultClass::Timeout, "the worker goes on past the run's deadline" });
}

void WorkerProcess::giveUp(Fault fault)
{
    if (!m_fault) {
        m_fault = std::move(fault);
        m_family.kill(m_process);
    }
}

void WorkerProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart) {
        finish(Fault { FaultClass::LostWorker,
            toUtf8(QStringLiteral("%1 could not be started: %2").arg(m_start.program, m_process.errorString())) });
    }
}

void WorkerProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    onOutput();
    onComplaints();
    if (m_start.elsewhere) {
        m_family.killRest(); // whom nobody listens to any more
    }
    m_stream.end();
    if (m_fault) {
        finish(m_fault);
    } else if (m_stream.complete() && !m_stream.fault()) {
        finish(std::nullopt);
    } else {
        finish(withoutGoodbye(exitCode, status));
    }
}

Fault WorkerProcess::withoutGoodbye(int exitCode, QProcess::ExitStatus status) const
{
    Fault fault = m_stream.fault().value_or(Fault { FaultClass::LostWorker, "the worker is gone" });
    const QString trouble =
        m_start.elsewhere && status == QProcess::NormalExit ? elsewhereTrouble(exitCode) : QString();
    if (!trouble.isEmpty()) {
        fault = { FaultClass::LostWorker, toUtf8(trouble) };
    }
    fault.message += status == QProcess::CrashExit ? ": it was killed by signal " : ": it left with exit code ";
    fault.message += std::to_string(exitCode);
    if (!m_complaint.isEmpty()) {
        fault.message += "; " + toUtf8(m_complaint);
    }
    return fault;
}

void WorkerProcess::finish(std::optional<Fault> fault)
{
    m_silence.stop();
    m_overtime.stop();
    m_grace.stop();
    if (!std::exchange(m_done, true)) {
        Q_EMIT ended(fault);
    }
}

QString workerProgram()
{
    const QString named = qEnvironmentVariable("SUBLINEAR_MICRORUN");
    return named.isEmpty() ? QCoreApplication::applicationDirPath() + QStringLiteral("/sublinear-microrun") : named;
}

} // namespace sublinear
