// SPDX-License-Identifier: MIT
// What one step of a dragged slider costs on its way from the model into the scenario panel,
// evaluation included, painting not. Prints microseconds; asserts nothing.
#include "app/controls/scenario_panel.h"
#include "app/model/scenario_model.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sublinear;

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ScenarioModel model;
    ScenarioPanel panel(model);
    panel.show();
    QApplication::processEvents();

    std::vector<qint64> steps;
    model.beginGesture();
    for (int i = 0; i < 2000; ++i) {
        QElapsedTimer timer;
        timer.start();
        model.setField("model.layers", FieldValue { std::int64_t { 16 } + i % 100 });
        model.settle();
        steps.push_back(timer.nsecsElapsed());
        QApplication::processEvents();
    }
    model.endGesture();
    std::sort(steps.begin(), steps.end());
    std::printf("panel step: median %.1f us, 99th percentile %.1f us\n", double(steps[steps.size() / 2]) / 1e3,
        double(steps[steps.size() * 99 / 100]) / 1e3);
    return 0;
}
