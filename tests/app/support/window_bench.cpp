// SPDX-License-Identifier: MIT
#include "tests/app/support/window_bench.h"

#include "app/window/message_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

namespace sublinear::testing {

Scenario batchOf(Count batch)
{
    Scenario scenario;
    scenario.workload.batch = batch;
    return scenario;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void answerNextQuestion(QMessageBox::StandardButton answer, int* asked)
{
    QTimer::singleShot(0, qApp, [answer, asked] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            ++*asked;
            box->button(answer)->click();
        }
    });
}

WindowBench::WindowBench(const char* test)
{
    if (!m_folder.isValid()) {
        qFatal("no folder to work in");
    }
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("sublinear-tests"));
    QCoreApplication::setApplicationName(QString::fromLatin1(test));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path("settings"));
    QFile::remove(Session::statePath());
    QFile::remove(Session::baselinePath());
    open();
}

WindowBench::~WindowBench()
{
    m_window.reset();
    QFile::remove(Session::statePath());
    QFile::remove(Session::baselinePath());
}

void WindowBench::open()
{
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    if (!QTest::qWaitForWindowExposed(m_window.get())) {
        qFatal("The window was never shown.");
    }
}

void WindowBench::close()
{
    m_window.reset();
}

bool WindowBench::restart()
{
    if (!m_window->close()) {
        return false;
    }
    m_window.reset();
    open();
    return true;
}

QString WindowBench::written(const char* name, const std::string& text) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0) {
        qFatal("cannot write %s", name);
    }
    return file.fileName();
}

void WindowBench::trigger(const char* action) const
{
    named<QAction>(action)->trigger();
}

QString WindowBench::message() const
{
    return m_window->messages().text();
}

} // namespace sublinear::testing
