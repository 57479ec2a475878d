// SPDX-License-Identifier: MIT
#include "app/measure/worker_place.h"

#include "app/measure/worker_process.h"

#include <QProcess>
#include <QSettings>

namespace sublinear {

namespace {

QString key()
{
    return QStringLiteral("measure/through");
}

QString workerName()
{
    return QStringLiteral("sublinear-microrun");
}

} // namespace

WorkerPlace workerPlace(const QString& through)
{
    QStringList words = QProcess::splitCommand(through);
    if (words.isEmpty()) {
        return { workerProgram(), {}, false };
    }
    if (!words.last().section(u'/', -1).startsWith(workerName())) {
        words << workerName();
    }
    const QString program = words.takeFirst();
    return { program, words, true };
}

QString elsewhereTrouble(int exitCode)
{
    constexpr int kNotFound = 127; // by which shells, env and ssh say that there is no such program
    constexpr int kNotExecutable = 126;
    constexpr int kNoConnection = 255; // ssh's own
    switch (exitCode) {
    case kNotFound:
        return WorkerProcess::tr("there is no %1 on the other machine").arg(workerName());
    case kNotExecutable:
        return WorkerProcess::tr("%1 cannot be run on the other machine").arg(workerName());
    case kNoConnection:
        return WorkerProcess::tr("there is no connection to the other machine");
    default:
        return {};
    }
}

QString storedPlace()
{
    return QSettings().value(key()).toString();
}

void storePlace(const QString& through)
{
    if (through.isEmpty()) {
        QSettings().remove(key());
    } else {
        QSettings().setValue(key(), through);
    }
}

} // namespace sublinear
