// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace sublinear {

/// How the worker is started: beside this program, or on another machine through a command that a
/// person gives, such as "ssh gpu-box".
struct WorkerPlace {
    QString program;
    QStringList arguments; ///< in front of the worker's own
    bool elsewhere = false;
};

/// `through` may end in the worker's path there ("ssh gpu-box /opt/bin/sublinear-microrun"), else it is
/// taken from the PATH there. No shell reads it here; quotes keep words together. Empty: here.
WorkerPlace workerPlace(const QString& through);

/// Why a command that should have been the worker left with that exit code: ": there is no
/// sublinear-microrun on the other machine (exit code 127)"; empty where nothing special is known.
QString elsewhereTrouble(int exitCode);

/// What was entered last, kept in the settings.
QString storedPlace();
void storePlace(const QString& through);

} // namespace sublinear
