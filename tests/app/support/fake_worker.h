// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace sublinear::testing {

/// Programs that say what a worker would, or what it never should: shell scripts in a folder.
class FakeWorkers {
public:
    FakeWorkers();
    /// A program with this body; it is told of its own process id in `pidFile`.
    [[nodiscard]] QString script(const QByteArray& body);
    [[nodiscard]] qint64 lastPid() const; ///< of the one that started last; 0 for none
    [[nodiscard]] bool lastIsGone() const; ///< it has started, and is no process any more

    /// `text` on stdout.
    [[nodiscard]] static QByteArray says(const QByteArray& text);
    /// Answers --list-devices and goes on with `body` otherwise.
    [[nodiscard]] static QByteArray withDevices(const QByteArray& body);

    [[nodiscard]] static QByteArray hello();
    /// Three points are to come: store_all, segments:1, segments:2, of 4 layers instead of 32.
    [[nodiscard]] static QByteArray plan(int seq = 1);
    [[nodiscard]] static QByteArray result(
        int seq, const QByteArray& policy, const QByteArray& k, qint64 predicted, qint64 measured, qint64 stepNs);
    [[nodiscard]] static QByteArray error(int seq, const QByteArray& kind, const QByteArray& message, int point = -1);
    [[nodiscard]] static QByteArray progress(int seq, int point, double done, qint64 leftNs);
    [[nodiscard]] static QByteArray ended(int seq);
    [[nodiscard]] static QByteArray bye(int seq, int points, int errors);

private:
    QTemporaryDir m_folder;
    int m_scripts = 0;
};

} // namespace sublinear::testing
