// SPDX-License-Identifier: MIT
// How fast the window follows the hand while the optimal frontier is worked out beside it. Prints
// milliseconds and asserts nothing; run a release build on a quiet machine:
//   QT_QPA_PLATFORM=offscreen build/release/bin/bench_optimal_drag [STEPS]
#include "app/cards/card_page.h"
#include "app/cards/compare_menu.h"
#include "app/model/scenario_model.h"
#include "app/style/theme.h"
#include "app/window/main_window.h"
#include "tests/app/support/frame_times.h"

#include <QApplication>
#include <QStandardPaths>

#include <cstdio>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

struct Setting {
    const char* name;
    QStringList compared;
    PolicyId policy;
};

void dragAll(MainWindow& window, Views& views, const Setting& setting, int steps)
{
    std::printf("\n%s\n", setting.name);
    window.findChild<CompareMenu*>(QStringLiteral("compare"))->setCheckedPolicies(setting.compared);
    std::vector<double> all;
    for (const char* path : { "workload.batch", "model.layers" }) {
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.checkpointing.policy = setting.policy;
        scenario.device.memoryBytes = Bytes { 1 } << 42; // no number of layers is refused
        window.model().replaceScenario(scenario, QStringLiteral("start"));
        window.model().settle();
        QCoreApplication::processEvents();
        const std::vector<double> times = dragOver(window, views, QLatin1String(path), steps);
        all.insert(all.end(), times.begin(), times.end());
        const Clock::time_point released = Clock::now();
        window.model().settle();
        std::printf("    last result %.1f ms after the hand has stopped, %lld layers\n",
            milliseconds(Clock::now() - released),
            static_cast<long long>(window.model().effectiveWhole("model.layers")));
    }
    print("together", all);
}

/// From the change until everything is there.
void printSearch(MainWindow& window, Count layers)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.checkpointing.policy = PolicyId::Optimal;
    scenario.model.layers = layers;
    scenario.device.memoryBytes = Bytes { 1 } << 44;
    const Clock::time_point start = Clock::now();
    window.model().replaceScenario(scenario, QStringLiteral("search"));
    QCoreApplication::processEvents();
    const double first = milliseconds(Clock::now() - start);
    window.model().settle();
    const bool exact = window.model().evaluation().chosen.exact;
    std::printf("%4lld layers: painted after %.1f ms, whole after %.1f ms, %s\n", static_cast<long long>(layers), first,
        milliseconds(Clock::now() - start), exact ? "exact" : "a bound, not exact");
}

} // namespace

int main(int argc, char** argv)
{
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
    window.show();
    QCoreApplication::processEvents();
    Views views(window);
    const int asked = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 0;
    const int steps = asked > 0 ? asked : 200;
    dragAll(window, views, { "training accounting, nothing compared", {}, PolicyId::Segments }, steps);
    dragAll(window, views, { "optimal among the compared", { QStringLiteral("optimal") }, PolicyId::Segments }, steps);
    dragAll(window, views, { "optimal chosen", {}, PolicyId::Optimal }, steps);
    std::printf("\n");
    for (const Count layers : { 8, 32, 128, 1000 }) {
        printSearch(window, layers);
    }
    return 0;
}
