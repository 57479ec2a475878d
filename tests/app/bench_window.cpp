// SPDX-License-Identifier: MIT
// How fast the window follows the hand. Prints milliseconds and asserts nothing; run a release
// build on a quiet machine:
//   QT_QPA_PLATFORM=offscreen build/release/bin/bench_window [STEPS] [--measuring] [--timeline] [PATH=VALUE...]
#include "app/cards/card_page.h"
#include "app/cards/timeline_card.h"
#include "app/cards/timeline_plot.h"
#include "app/measure/measure_panel.h"
#include "app/model/scenario_model.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "core/scenario/fields.h"
#include "tests/app/support/frame_times.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QMouseEvent>
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

/// A hand that scrubs a step of 128 layers over the whole page, the memory split at its instant beside it.
void scrubTimeline(MainWindow& window, int steps)
{
    Scenario scenario;
    for (const char* set : { "accounting=training", "model.layers=128", "checkpointing.policy=segments" }) {
        if (const Status done = applySet(scenario, set); !done) {
            std::fprintf(stderr, "%s\n", done.error().message.c_str());
            return;
        }
    }
    window.findChild<CardPage*>()->setShownIds({ QStringLiteral("split"), QStringLiteral("timeline") });
    window.model().replaceScenario(scenario, QStringLiteral("start"));
    window.model().settle();
    auto& card = *window.findChild<TimelineCard*>();
    const Clock::time_point asked = Clock::now();
    card.source().finish(std::chrono::seconds(30));
    std::printf(
        "step of 128 layers: worked out beside the window within %.1f ms\n", milliseconds(Clock::now() - asked));
    window.findChild<QAbstractButton*>(QStringLiteral("timeline.inSplit"))->setChecked(true);
    QCoreApplication::processEvents();
    TimelinePlot& plot = card.plot();
    PaintCounter paints;
    paints.watch(plot);
    const QRectF area = plot.painter().plotRect(0);
    std::vector<double> times;
    for (int i = 0; i <= steps; ++i) {
        const QPointF at(area.left() + area.width() * i / steps, area.center().y());
        QMouseEvent move(i == 0 ? QEvent::MouseButtonPress : QEvent::MouseMove, at, plot.mapToGlobal(at),
            i == 0 ? Qt::LeftButton : Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        paints.reset();
        const Clock::time_point start = Clock::now();
        QCoreApplication::sendEvent(&plot, &move);
        while (paints.total() == 0) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        QCoreApplication::processEvents();
        times.push_back(milliseconds(Clock::now() - start));
    }
    std::printf("%lld operations, %dx%d\n", static_cast<long long>(plot.instants()), plot.width(), plot.height());
    print("scrub", times);
    Views views(window);
    dragOver(window, views, QStringLiteral("workload.batch"), steps);
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
        if (argument == QStringLiteral("--measuring") || argument == QStringLiteral("--timeline")) {
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
    if (arguments.contains(QStringLiteral("--timeline"))) {
        scrubTimeline(window, steps);
    }
    return 0;
}
