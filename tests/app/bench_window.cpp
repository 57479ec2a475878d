// SPDX-License-Identifier: MIT
// How fast the window follows the hand. Prints milliseconds and asserts nothing; run a release
// build on a quiet machine:
//   QT_QPA_PLATFORM=offscreen build/release/bin/bench_window [STEPS] [PATH=VALUE...]
#include "app/model/scenario_model.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "core/scenario/fields.h"
#include "tests/app/support/slider_drag.h"

#include <QApplication>
#include <QChartView>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <vector>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration span)
{
    return std::chrono::duration<double, std::milli>(span).count();
}

/// Counts paint events by widget and remembers when the last one was done.
class PaintCounter : public QObject {
public:
    void watch(QWidget& widget)
    {
        widget.installEventFilter(this);
        m_counts[&widget] = 0;
    }
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] int of(QWidget& widget) { return m_counts[&widget]; }
    [[nodiscard]] bool everyOnePainted() const
    {
        return std::all_of(m_counts.begin(), m_counts.end(), [](const auto& count) { return count.second > 0; });
    }
    void reset()
    {
        m_total = 0;
        for (auto& count : m_counts) {
            count.second = 0;
        }
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            ++m_counts[watched];
            ++m_total;
        }
        return false;
    }

private:
    std::map<QObject*, int> m_counts;
    int m_total = 0;
};

struct Views {
    std::map<QString, QWidget*> byName;
    PaintCounter paints;

    explicit Views(MainWindow& window)
    {
        for (QChartView* view : window.findChildren<QChartView*>()) {
            if (view->isVisible()) {
                byName[view->objectName()] = view->viewport();
            }
        }
        byName[QStringLiteral("table")] = window.findChild<QTableView*>(QStringLiteral("table"))->viewport();
        for (const auto& [name, widget] : byName) {
            paints.watch(*widget);
        }
    }
};

/// What runWindow() does until the window is up.
void waitForFirstFrame(MainWindow& window)
{
    window.show();
    Views views(window);
    while (!views.paints.everyOnePainted()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

void print(const char* what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    std::printf("%-20s %5zu frames   median %6.2f ms   99th percentile %6.2f ms   longest %6.2f ms\n", what,
        times.size(), at(0.5), at(0.99), times.back());
    std::fflush(stdout);
}

/// From a mouse move to the painted frame; zero if the move changed nothing.
double frame(MainWindow& window, Views& views, SliderDrag& drag, int x)
{
    bool changed = false;
    const QMetaObject::Connection connection =
        QObject::connect(&window.model(), &ScenarioModel::scenarioChanged, &window, [&] { changed = true; });
    views.paints.reset();
    const Clock::time_point start = Clock::now();
    drag.moveTo(x);
    if (changed) {
        while (views.paints.total() == 0) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }
    double time = milliseconds(Clock::now() - start);
    const int painted = views.paints.total();
    QCoreApplication::processEvents(); // what still comes belongs to this frame as well
    if (views.paints.total() > painted) {
        time = milliseconds(Clock::now() - start);
    }
    QObject::disconnect(connection);
    return changed ? time : 0;
}

std::vector<double> dragOver(MainWindow& window, Views& views, const QString& path, int steps)
{
    auto& slider = *window.findChild<ValueSlider*>(path + QStringLiteral(".slider"));
    SliderDrag drag(slider);
    std::map<QString, int> painted;
    std::vector<double> times;
    drag.press(slider.value());
    int x = drag.left();
    int direction = 1;
    for (int tries = 0; static_cast<int>(times.size()) < steps && tries < 100 * steps; ++tries) {
        direction = x >= drag.right() ? -1 : x <= drag.left() ? 1 : direction;
        x += direction;
        if (const double time = frame(window, views, drag, x); time > 0) {
            times.push_back(time);
            for (const auto& [name, widget] : views.byName) {
                painted[name] += views.paints.of(*widget);
            }
        }
    }
    drag.release(x);
    QCoreApplication::processEvents();
    print(qPrintable(path), times);
    std::printf("    paints:");
    for (const auto& [name, count] : painted) {
        std::printf(" %s %d", qPrintable(name), count);
    }
    std::printf("\n");
    return times;
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
