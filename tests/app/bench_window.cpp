// SPDX-License-Identifier: MIT
// How fast the window follows the hand. Prints milliseconds and asserts nothing; run a release
// build on a quiet machine:
//   QT_QPA_PLATFORM=offscreen build/release/bin/bench_window [STEPS] [PATH=VALUE...]
#include "app/model/scenario_model.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "core/scenario/fields.h"
#include "tests/app/support/frame_times.h"

#include <QApplication>
#include <QProcess>
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
    return 0;
}
