// SPDX-License-Identifier: MIT
// How fast the window follows the hand. Prints milliseconds and asserts nothing; run a release
// build on a quiet machine:
//   QT_QPA_PLATFORM=offscreen build/release/bin/bench_window [STEPS] [--measuring] [PATH=VALUE...]
#include "app/measure/measure_panel.h"
#include "app/model/scenario_model.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "core/scenario/fields.h"
#include "tests/app/support/frame_times.h"

#include <QAction>
#include <QApplication>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>

#include <cstdio>
#include <vector>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// What runWindow() does until the window is up.
void waitForFirstFrame(MainWindow& window)
{
    window.show();
    Views views(window);
    while (!views.paints.everyOnePainted()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

/// Wall time of a fresh process, loading included, until its window is painted.
void printFreshProcess()
{
    std::vector<double> times;
    for (int i = 0; i < 7; ++i) {
        QProcess process;
        const Clock::time_point start = Clock::now();
        process.start(QCoreApplication::applicationFilePath(), { QStringLiteral("--first-frame") });
        if (!process.waitForReadyRead(30000)) {
            std::printf("no first frame\n");
            return;
        }
        times.push_back(milliseconds(Clock::now() - start));
        process.waitForFinished();
    }
    print("fresh process", times);
}

/// The same while the worker runs: hand, charts and points beside each other.
void measureBeside(MainWindow& window, int steps)
{
    window.findChild<QAction*>(QStringLiteral("view.measure"))->setChecked(true);
    QCoreApplication::processEvents();
    auto* panel = window.findChild<MeasurePanel*>();
    window.findChild<QPushButton*>(QStringLiteral("measure.button"))->click();
    while (panel->job().isActive() && panel->job().measurement().points.empty()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    Views views(window);
    std::printf("while measuring:\n");
    for (const char* path : { "workload.batch", "checkpointing.k" }) {
        dragOver(window, views, QLatin1String(path), steps);
        std::printf("%zu points measured, %s\n", panel->job().measurement().points.size(),
            panel->job().isActive() ? "still running" : "ended");
    }
    const Clock::time_point cancelled = Clock::now();
    window.findChild<QPushButton*>(QStringLiteral("measure.button"))->click();
    std::printf("cancel answered in %.1f ms\n", milliseconds(Clock::now() - cancelled));
}

} // namespace

int main(int argc, char** argv)
{
    const Clock::time_point start = Clock::now();
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("sublinear"));
    QCoreApplication::setApplicationName(QStringLiteral("bench_window"));
    QStandardPaths::setTestModeEnabled(true); // nobody's own state
    applyTheme(application, Theme::Light);
    MainWindow window;
    window.resize(1400, 900);
    waitForFirstFrame(window);
    const double first = milliseconds(Clock::now() - start);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.contains(QStringLiteral("--first-frame"))) {
        std::puts("painted");
        std::fflush(stdout);
        std::_Exit(0);
    }
    int steps = 300;
    Scenario scenario;
    for (const QString& argument : arguments) {
        if (argument == QStringLiteral("--measuring")) {
            continue;
        }
        if (bool isNumber = false; argument.toInt(&isNumber) > 0 && isNumber) {
            steps = argument.toInt();
        } else if (const Status set = applySet(scenario, argument.toStdString()); !set) {
            std::fprintf(stderr, "%s\n", set.error().message.c_str());
            return 2;
        }
    }
    std::printf("first frame in process: %.1f ms from the start of main()\n", first);
    printFreshProcess();

    Views views(window);
    std::printf("%dx%d, %zu views\n", window.width(), window.height(), views.byName.size());
    std::vector<double> all;
    for (const char* path : { "workload.batch", "workload.sequence", "model.layers", "checkpointing.k" }) {
        window.model().replaceScenario(scenario, QStringLiteral("start"));
        window.model().settle();
        QCoreApplication::processEvents();
        const std::vector<double> times = dragOver(window, views, QLatin1String(path), steps);
        all.insert(all.end(), times.begin(), times.end());
    }
    print("together", all);
    if (arguments.contains(QStringLiteral("--measuring"))) {
        measureBeside(window, steps);
    }
    return 0;
}
