// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

#include <chrono>
#include <map>
#include <vector>

namespace sublinear {
class MainWindow;
}

namespace sublinear::testing {

using Clock = std::chrono::steady_clock;
double milliseconds(Clock::duration span);

/// Counts paint events by widget.
class PaintCounter : public QObject {
public:
    void watch(QWidget& widget);
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] int of(QWidget& widget) { return m_counts[&widget]; }
    [[nodiscard]] bool everyOnePainted() const;
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::map<QObject*, int> m_counts;
    int m_total = 0;
};

/// The charts and the table of a window that are to be seen.
struct Views {
    std::map<QString, QWidget*> byName;
    PaintCounter paints;

    explicit Views(MainWindow& window);
};

/// One line: how many, median, 99th percentile and longest.
void print(const char* what, std::vector<double> times);

/// Drags a slider to and fro until `steps` moves have changed the scenario. Milliseconds from each
/// mouse move until everything that followed from it at once was painted; prints them.
std::vector<double> dragOver(MainWindow& window, Views& views, const QString& path, int steps);

} // namespace sublinear::testing
