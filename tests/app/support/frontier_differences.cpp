// SPDX-License-Identifier: MIT
#include "app/charts/plot.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/series_reading.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace sublinear::testing {

namespace {

QPointF place(const SweepRow& row)
{
    return { 100 * row.extraForwardFraction, 100 * row.savedFraction };
}

bool before(QPointF a, QPointF b)
{
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
}

/// By the definition, from bytes and forward work alone.
bool isBeaten(const SweepRow& row, const std::vector<SweepRow>& rows)
{
    return std::any_of(rows.begin(), rows.end(), [&](const SweepRow& other) {
        const bool noWorse =
            other.totalBytes <= row.totalBytes && other.extraForwardFraction <= row.extraForwardFraction;
        const bool better = other.totalBytes < row.totalBytes || other.extraForwardFraction < row.extraForwardFraction;
        return noWorse && better;
    });
}

void points(const QString& what, QList<QPointF> shown, QList<QPointF> wanted, Differences& found)
{
    found.number(
        what + QStringLiteral(", how many"), static_cast<double>(shown.size()), static_cast<double>(wanted.size()));
    std::sort(shown.begin(), shown.end(), before);
    std::sort(wanted.begin(), wanted.end(), before);
    for (qsizetype i = 0; i < std::min(shown.size(), wanted.size()); ++i) {
        found.number(QStringLiteral("%1 %2, forward").arg(what).arg(i), shown[i].x(), wanted[i].x());
        found.number(QStringLiteral("%1 %2, saved").arg(what).arg(i), shown[i].y(), wanted[i].y());
    }
}

/// Painted points of one fill (the policy's on the front, grey where dominated) against values, to a
/// millionth of a pixel.
void dots(const QString& what, const Plot& plot, const Painted& drawn, const QColor& fill, const QList<QPointF>& wanted,
    Differences& found)
{
    const auto rounded = [](QPointF at) { return QPointF(std::round(at.x() * 1e6), std::round(at.y() * 1e6)); };
    QList<QPointF> shown;
    for (const PaintedMarker& marker : drawn.markers) {
        const bool inLegend = marker.centre.y() < plot.headHeight();
        if (!inLegend && marker.pen.style() == Qt::NoPen && marker.brush.color() == fill) {
            shown << rounded(marker.centre);
        }
    }
    QList<QPointF> places;
    for (const QPointF value : wanted) {
        places << rounded(plot.toChart(value));
    }
    std::sort(shown.begin(), shown.end(), before);
    std::sort(places.begin(), places.end(), before);
    found.number(what + QStringLiteral("s"), static_cast<double>(shown.size()), static_cast<double>(places.size()));
    for (qsizetype i = 0; i < std::min(shown.size(), places.size()); ++i) {
        found.holds(
            QStringLiteral("%1 %2 is at its place").arg(what).arg(i), (shown[i] - places[i]).manhattanLength() <= 2);
    }
}

} // namespace

void frontierDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    auto& plot = *bench.page.findChild<Plot*>(QStringLiteral("frontier.plot"));
    const Painted drawn = painted(plot);
    QList<QPointF> front;
    QList<QPointF> beaten;
    double lowest = 0;
    double highest = 0;
    double widest = 0;
    // Points far to the right are counted instead of drawn, where two or more are left.
    const auto isFar = [](const SweepRow& row) { return place(row).x() > 300; };
    const auto far = std::count_if(wanted.sweep.begin(), wanted.sweep.end(), isFar);
    const bool cut = far > 0 && static_cast<std::ptrdiff_t>(wanted.sweep.size()) - far >= 2;
    QList<QPointF> frontInView;
    for (const SweepRow& row : wanted.sweep) {
        const bool shown = !cut || !isFar(row);
        const bool isFront = !isBeaten(row, wanted.sweep);
        if (shown && isFront) {
            frontInView << place(row);
        }
        if (isFront) {
            front << place(row);
        } else if (shown) {
            beaten << place(row);
        }
        lowest = std::min(lowest, place(row).y());
        highest = std::max(highest, place(row).y());
        widest = shown ? std::max(widest, place(row).x()) : widest;
    }
    found.holds(QStringLiteral("points out of view are counted"),
        cut == drawn.hasText(QStringLiteral("%1 beyond +300 %").arg(far)));
    const QList<QPointF> line = findSeries<QLineSeries>(plot, QStringLiteral("front"))->points();
    found.holds(QStringLiteral("front is drawn from left to right"),
        std::is_sorted(line.begin(), line.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
    points(QStringLiteral("front"), line, front, found);
    QColor pale = plot.look().muted;
    pale.setAlphaF(0.35F);
    dots(QStringLiteral("front point"), plot, drawn,
        policyLook(wanted.scenario.checkpointing.policy, plot.look().dark).color, frontInView, found);
    dots(QStringLiteral("dominated point"), plot, drawn, pale, beaten, found);
    axisDifferences(plot, found);
    found.holds(QStringLiteral("axes hold every point"),
        plot.yAxis().minimum <= lowest && plot.yAxis().maximum >= highest && plot.xAxis().minimum < 0
            && plot.xAxis().maximum > widest);

    // The saving that makes it fit, from the bytes: a line where it is in the picture, words where not.
    const auto all = static_cast<double>(wanted.storeAllBytes);
    const double needed = 100 * (all - static_cast<double>(wanted.memory.capacityBytes)) / all;
    const bool inside = needed > plot.yAxis().minimum && needed <= plot.yAxis().maximum;
    const auto lines = std::count_if(drawn.lines.begin(), drawn.lines.end(), [&](const PaintedLine& one) {
        return one.pen.style() == Qt::DashLine && one.pen.color() == plot.look().limit
            && std::abs(one.line.y1() - plot.toChart({ 0, needed }).y()) < 1e-6;
    });
    found.number(QStringLiteral("line of the needed saving"), static_cast<double>(lines), inside ? 1 : 0);
    const bool allFit =
        std::all_of(wanted.sweep.begin(), wanted.sweep.end(), [](const SweepRow& row) { return row.fits; });
    const bool noneFits =
        std::none_of(wanted.sweep.begin(), wanted.sweep.end(), [](const SweepRow& row) { return row.fits; });
    if (drawn.hasText(QStringLiteral("everything here fits"))) {
        found.holds(QStringLiteral("\"everything here fits\""), allFit && !inside);
    }
    if (drawn.hasText(QStringLiteral("nothing here fits"))) {
        found.holds(QStringLiteral("\"nothing here fits\""), noneFits && !inside);
    }
    found.holds(QStringLiteral("the limit is said"),
        drawn.hasText(QStringLiteral("everything here fits")) || drawn.hasText(QStringLiteral("nothing here fits"))
            || drawn.hasText(QStringLiteral("above: fits %1 GiB")
                                 .arg(QString::fromStdString(formatGiBShort(wanted.memory.capacityBytes)))));
    for (const SweepRow& row : wanted.sweep) {
        const auto ringed = [&](const QColor& ink, bool filled) {
            return std::any_of(drawn.ellipses.begin(), drawn.ellipses.end(), [&](const PaintedShape& ellipse) {
                const QColor color = filled ? ellipse.brush.color() : ellipse.pen.color();
                return color == ink && (ellipse.box.center() - plot.toChart(place(row))).manhattanLength() < 1e-6;
            });
        };
        if (cut && isFar(row)) {
            continue;
        }
        if (row.k == wanted.chosen.k) {
            found.holds(QStringLiteral("dot at the chosen point"), ringed(plot.look().accent, true));
        }
        if (row.k == wanted.recommendation.k) {
            found.holds(QStringLiteral("ring at the recommended point"), ringed(plot.look().fits, false));
        }
    }
}

} // namespace sublinear::testing
