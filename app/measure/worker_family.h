// SPDX-License-Identifier: MIT
#pragma once

#include <QProcess>
#include <QString>

namespace sublinear {

/// A child process and all that it starts in turn on this machine: a command in front of the worker need not become
/// the worker, and may give it a session of its own. They are known by a mark in their environment (Linux; elsewhere
/// the child alone is reached).
class WorkerFamily {
public:
    WorkerFamily();

    /// Before the child starts. It keeps the environment that the process has, and is marked besides.
    void mark(QProcess& process) const;
    /// Kills the child and what is left of its family.
    void kill(QProcess& process) const;
    /// What the child left behind, once it is gone.
    void killRest() const;

private:
    QString m_mark; ///< no two families have the same
};

} // namespace sublinear
