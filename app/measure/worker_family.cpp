// SPDX-License-Identifier: MIT
#include "app/measure/worker_family.h"

#include <QProcessEnvironment>
#include <QUuid>

#ifdef __linux__
#include <QDir>
#include <QFile>

#include <csignal>
#include <unistd.h>
#endif

namespace sublinear {

namespace {

const QString kName = QStringLiteral("SUBLINEAR_WORKER_FAMILY");

#ifdef __linux__
/// Whether a process has a variable with this value; false where it may not be asked.
bool carries(const QString& pid, const QByteArray& variable)
{
    QFile file(QStringLiteral("/proc/") + pid + QStringLiteral("/environ"));
    return file.open(QIODevice::ReadOnly) && ('\0' + file.readAll()).contains('\0' + variable + '\0');
}

/// How many were killed.
int killMarked(const QByteArray& variable)
{
    int killed = 0;
    const auto own = QString::number(getpid());
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isPid = false;
        const int pid = name.toInt(&isPid);
        if (isPid && pid > 1 && name != own && carries(name, variable) && ::kill(pid, SIGKILL) == 0) {
            ++killed;
        }
    }
    return killed;
}
#endif

} // namespace

WorkerFamily::WorkerFamily()
    : m_mark(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

void WorkerFamily::mark(QProcess& process) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(kName, m_mark);
    process.setProcessEnvironment(environment);
}

void WorkerFamily::kill(QProcess& process) const
{
    process.kill();
    killRest();
}

void WorkerFamily::killRest() const
{
#ifdef __linux__
    constexpr int kMostRounds = 5; // one that was being started is there the next time; a killed one has no environment
    const QByteArray variable = (kName + u'=' + m_mark).toUtf8();
    for (int round = 0; round < kMostRounds && killMarked(variable) > 0; ++round) { }
#endif
}

} // namespace sublinear
