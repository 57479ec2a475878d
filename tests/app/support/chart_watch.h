// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QSet>
#include <QStringList>

class QChartView;
class QGraphicsItem;

namespace sublinear::testing {

/// Notices every object and graphics item that comes or goes under a set of charts: series, axes,
/// bar sets, slices, bars, markers. An item that took a dead one's place lacks our mark.
class ChartWatch {
public:
    explicit ChartWatch(const QList<QChartView*>& charts);
    ~ChartWatch();
    ChartWatch(const ChartWatch&) = delete;
    ChartWatch& operator=(const ChartWatch&) = delete;

    /// What came or went since the watch began, one line per chart; empty if nothing did.
    [[nodiscard]] QStringList changes() const;

private:
    struct Chart {
        QChartView* view;
        qsizetype objects;
        qsizetype items;
        QStringList destroyed = {};
    };
    std::vector<Chart> m_charts;
    QObject m_context; ///< ends the connections with the watch
};

/// QObjects of a chart: the view's and the chart's children, series, axes, bar sets and slices.
QSet<QObject*> objectsOf(const QChartView& view);

} // namespace sublinear::testing
