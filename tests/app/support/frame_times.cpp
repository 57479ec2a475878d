// SPDX-License-Identifier: MIT
#include "tests/app/support/frame_times.h"

#include "app/model/scenario_model.h"
#include "app/window/main_window.h"
#include "tests/app/support/slider_drag.h"

#include <QChartView>
#include <QTableView>

#include <algorithm>
#include <cstdio>

namespace sublinear::testing {

double milliseconds(Clock::duration span)
{
    return std::chrono::duration<double, std::milli>(span).count();
}

void PaintCounter::watch(QWidget& widget)
{
    widget.installEventFilter(this);
    m_counts[&widget] = 0;
}

bool PaintCounter::everyOnePainted() const
{
    return std::all_of(m_counts.begin(), m_counts.end(), [](const auto& count) { return count.second > 0; });
}

void PaintCounter::reset()
{
    m_total = 0;
    for (auto& count : m_counts) {
        count.second = 0;
    }
}

bool PaintCounter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint) {
        ++m_counts[watched];
        ++m_total;
    }
    return false;
}

Views::Views(MainWindow& window)
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

namespace {

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

} // namespace

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

} // namespace sublinear::testing
