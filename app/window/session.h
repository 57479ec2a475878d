// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/documents.h"
#include "core/base/result.h"

#include <QThreadPool>
#include <QtGlobal>

#include <optional>

namespace sublinear {

/// What the next start begins with: the scenario in a state file of its own, and the file
/// that it belonged to, if any.
struct SessionStart {
    Scenario scenario;
    std::optional<Document> document;
    std::optional<Scenario> baseline; ///< what was pinned
    QString trouble; ///< why the state file was passed over; empty when it was not
};

class Session {
    Q_DISABLE_COPY_MOVE(Session)

public:
    Session();
    ~Session();

    [[nodiscard]] static SessionStart restore();
    [[nodiscard]] static QString statePath();

    [[nodiscard]] static QString baselinePath();

    /// What is pinned, at once and beside the window; empty for nothing.
    void keepBaseline(const std::optional<Scenario>& baseline);
    /// Beside the window: a save waits for the disk, and the window must not.
    void saveSoon(const Scenario& scenario, const QString& documentPath);
    Status saveNow(const Scenario& scenario, const QString& documentPath);

private:
    QThreadPool m_writer; ///< one thread: the last save is the last written
};

} // namespace sublinear
