// SPDX-License-Identifier: MIT
#include "tests/app/support/series_reading.h"

#include "app/charts/plot.h"

#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sublinear::testing {

StepReader::StepReader(QList<QPointF> edge)
    : m_edge(std::move(edge))
{
}

double StepReader::heightAt(double x) const
{
    // The last point at or before x begins the flat piece over it.
    const auto after = std::upper_bound(
        m_edge.begin(), m_edge.end(), x, [](double value, const QPointF& point) { return value < point.x(); });
    if (after == m_edge.begin() || after == m_edge.end()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const QPointF from = *std::prev(after);
    return from.y() == after->y() ? from.y() : std::numeric_limits<double>::quiet_NaN();
}

qsizetype StepReader::stepsAbove(double least) const
{
    qsizetype steps = 0;
    for (qsizetype i = 0; i + 1 < m_edge.size(); ++i) {
        const bool flat = m_edge[i].y() == m_edge[i + 1].y() && m_edge[i].x() < m_edge[i + 1].x();
        steps += flat && m_edge[i].y() > least ? 1 : 0;
    }
    return steps;
}

void axisDifferences(const Plot& plot, Differences& found)
{
    const auto same = [&](const char* which, const AxisSpec& spec, Qt::Orientation orientation) {
        const QString name = QLatin1String(which);
        const QList<QAbstractAxis*> axes = plot.chart()->axes(orientation);
        const auto* axis = axes.size() == 1 ? qobject_cast<QValueAxis*>(axes[0]) : nullptr;
        found.holds(name + QStringLiteral(" is one axis"), axis != nullptr);
        if (axis != nullptr) {
            found.number(name + QStringLiteral(" minimum"), axis->min(), spec.minimum);
            found.number(name + QStringLiteral(" maximum"), axis->max(), spec.maximum);
        }
        found.holds(name + QStringLiteral(" rises"), spec.minimum < spec.maximum);
        for (const Tick& tick : spec.ticks) {
            found.holds(name + QStringLiteral(" has its tick inside: ") + tick.text,
                tick.at >= spec.minimum - 1e-9 && tick.at <= spec.maximum + 1e-9);
        }
    };
    same("x axis", plot.xAxis(), Qt::Horizontal);
    same("y axis", plot.yAxis(), Qt::Vertical);
    for (const QPointF at :
        { QPointF(plot.xAxis().minimum, plot.yAxis().minimum), QPointF(plot.xAxis().maximum, plot.yAxis().maximum),
            QPointF(0.3 * plot.xAxis().maximum, 0.7 * plot.yAxis().maximum) }) {
        const QPointF ours = plot.toChart(at);
        const QPointF theirs = plot.chart()->mapToPosition(at, plot.chart()->series().first());
        found.holds(QStringLiteral("marks lie where the series do"), (ours - theirs).manhattanLength() < 1e-6);
    }
}

void placesDifferences(const AxisSpec& axis, double lowest, double highest, Differences& found)
{
    found.holds(QStringLiteral("every place is inside"), axis.minimum < lowest && axis.maximum > highest);
}

} // namespace sublinear::testing
