// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/elided_line.h"
#include "app/window/main_window.h"

#include <QLineEdit>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sublinear::testing {

Scenario batchOf(Count batch);
QByteArray contentOf(const QString& path);

/// Presses a button of the question that is about to be asked.
void answerNextQuestion(QMessageBox::StandardButton answer, int* asked);

/// The window with settings, state and files of its own, which are gone afterwards.
class WindowBench {
    Q_DISABLE_COPY_MOVE(WindowBench)

public:
    /// `test` keeps the state files of programs that run at the same time apart.
    explicit WindowBench(const char* test);
    ~WindowBench();

    void open();
    void close();
    /// Closes the window as a hand does, and starts it anew.
    [[nodiscard]] bool restart();

    [[nodiscard]] MainWindow& window() const { return *m_window; }
    [[nodiscard]] ScenarioModel& model() const { return m_window->model(); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// Path of a file that it writes.
    [[nodiscard]] QString written(const char* name, const std::string& text) const;

    template <class T> [[nodiscard]] T* named(const char* name) const
    {
        auto* found = m_window->findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr) {
            qFatal("nothing named %s", name);
        }
        return found;
    }
    void trigger(const char* action) const;
    [[nodiscard]] QString headline() const { return named<ElidedLine>("verdict.headline")->whole(); }
    [[nodiscard]] QString advice() const { return named<ElidedLine>("verdict.advice")->whole(); }
    [[nodiscard]] QString message() const;

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace sublinear::testing
