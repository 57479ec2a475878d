// SPDX-License-Identifier: MIT
// The frontier's points, measured points, limits and rings; names are painted apart.
#include "app/cards/frontier_plot.h"
#include "app/charts/marker.h"
#include "app/charts/measured_drawing.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/ghost.h"
#include "app/highlight/pale.h"
#include "app/measure/set_color.h"
#include "app/style/policy_look.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {
constexpr std::size_t kLines = 60; ///< so many other points stand in lines
constexpr std::size_t kCrowd = 150; ///< so many would be one thick line
} // namespace

void FrontierPlot::paintPoints(QPainter& painter) const
{
    // Hollow, so that they are no other policy's; where they stand close, some do for all.
    constexpr double kApart = 9;
    std::optional<QPointF> last;
    const QList<QPointF> beside = m_besideFront->points();
    for (qsizetype i = 0; i < beside.size(); ++i) {
        const QPointF at = toChart(beside[i]);
        if (last && i + 1 < beside.size() && QLineF(*last, at).length() < kApart) {
            continue;
        }
        last = at;
        painter.setPen(QPen(look().text, 1.2));
        painter.setBrush(look().card);
        drawMarker(painter, at, 6, MarkerShape::Square);
    }
    // The chosen policy's points over the others', the front over dominated ones.
    for (const std::vector<SweepRow>* rows : { &m_comparedRows, &m_rows }) {
        for (const bool onFront : { false, true }) {
            for (const SweepRow& row : *rows) {
                if (row.pareto == onFront && inView(row)) {
                    paintPoint(painter, row);
                }
            }
        }
    }
}

void FrontierPlot::paintPoint(QPainter& painter, const SweepRow& row) const
{
    const bool own = isOwn(row);
    const PolicyLook marks = policyLook(row.policy, look().dark);
    QColor fill = own && !row.pareto ? look().muted : marks.color;
    if (!row.pareto) {
        fill.setAlphaF(0.35F);
    }
    if (isPale(row)) {
        fill.setAlphaF(static_cast<float>(kPaleShare));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double size = !row.pareto ? 7 : own ? 8 : m_comparedRows.size() > kLines ? 7 : 9;
    const bool crowd = !own && m_comparedRows.size() > kCrowd;
    drawMarker(painter, toChart(place(row)), crowd ? 5 : size, marks.marker);
}

void FrontierPlot::paintGhost(QPainter& painter) const
{
    painter.setPen(QPen(look().muted, 1));
    painter.setBrush(Qt::NoBrush);
    for (const SweepRow& row : m_ghostRows) {
        drawMarker(painter, toChart(place(row)), row.pareto ? 7 : 5, policyLook(row.policy, look().dark).marker);
    }
}

std::optional<QLineF> FrontierPlot::ghostArrow() const
{
    const SweepRow* now = m_ghostChosen && m_chosen != kNoNumber ? rowFor(m_chosen) : nullptr;
    if (now == nullptr || !inView(*now)) {
        return std::nullopt;
    }
    return QLineF(toChart(place(*m_ghostChosen)), toChart(place(*now)));
}

void FrontierPlot::paintGhostArrow(QPainter& painter) const
{
    if (!m_ghostChosen) {
        return;
    }
    drawGhostMark(painter, look(), toChart(place(*m_ghostChosen)));
    if (const std::optional<QLineF> arrow = ghostArrow()) {
        drawGhostArrow(painter, look(), arrow->p1(), arrow->p2());
    }
}

void FrontierPlot::paintMeasured(QPainter& painter) const
{
    for (const ShownMark& shown : m_measured) {
        const auto end = [this](double forward) {
            const double value = std::clamp(forward * 100, xAxis().minimum, xAxis().maximum);
            return toChart({ value, 0 }).x();
        };
        MeasuredDrawing drawing { toChart(place(shown.mark)), toChart(ownPlace(shown.mark)), {}, {},
            shown.mark.point.carried, shown.stale, setColor(shown.color, look()) };
        if (shown.mark.lowExtraForward && shown.mark.highExtraForward) {
            drawing.low = end(*shown.mark.lowExtraForward);
            drawing.high = end(*shown.mark.highExtraForward);
        }
        drawMeasured(painter, look(), drawing);
    }
}

void FrontierPlot::paintSetNames(QPainter& painter) const
{
    std::vector<MeasuredName> names;
    for (const auto& [name, color] : markSets(m_measured)) {
        names.push_back({ setColor(color, look()), name });
    }
    if (!names.empty()) {
        drawMeasuredNames(painter, look(), plotRect(), names);
    }
}

/// The chosen policy's, unless the line joins points of several.
QColor FrontierPlot::frontColor() const
{
    return m_comparedRows.empty() ? policyLook(m_policy, look().dark).color : look().muted;
}

QRectF FrontierPlot::LimitText::box(const QFontMetricsF& metrics) const
{
    const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
    const QPointF back(
        (alignment & Qt::AlignRight) != 0 ? size.width() : 0, (alignment & Qt::AlignBottom) != 0 ? size.height() : 0);
    return { anchor - back, size };
}

FrontierPlot::LimitText FrontierPlot::limitText() const
{
    const QRectF plot = plotRect();
    const bool all = m_neededSaving <= yAxis().minimum;
    const bool inside = limitInside();
    const double y = inside ? toChart({ 0, m_neededSaving }).y() : plot.top() - (all ? 1 : 0);
    const Qt::Alignment side = y - plot.top() < 14 ? Qt::AlignTop : Qt::AlignBottom;
    LimitText text { QPointF(plot.left() + 4, y - 1), Qt::AlignLeft | side,
        inside    ? m_limitText
            : all ? tr("everything here fits")
                  : tr("nothing here fits"),
        all ? look().fits : look().limit };
    // At the other end where it would lie under the ring or the dot.
    const QRectF box = text.box(QFontMetricsF(look().axis)).adjusted(-9, -9, 9, 9);
    const auto meets = [&](Count k) {
        const SweepRow* row = k != kNoNumber ? rowFor(k) : nullptr;
        return row != nullptr && box.contains(toChart(place(*row)));
    };
    if (meets(m_chosen) || meets(m_recommended)) {
        text.anchor.setX(plot.right() - 2);
        text.alignment = Qt::AlignRight | side;
    }
    return text;
}

bool FrontierPlot::besideLimitInside() const
{
    return m_besideNeeded && !m_besidePlaces.empty() && isInside(*m_besideNeeded);
}

std::optional<FrontierPlot::LimitText> FrontierPlot::besideLimitText() const
{
    if (!besideLimitInside()) {
        return std::nullopt;
    }
    const QFontMetricsF metrics(look().axis);
    const double y = toChart({ 0, *m_besideNeeded }).y();
    const QRectF first = limitText().box(metrics);
    Obstacles points = obstacles();
    for (const QRectF& ring : ringBoxes()) {
        points.boxes.push_back(ring);
    }
    const double other = limitInside() ? toChart({ 0, m_neededSaving }).y() : -1;
    for (const Qt::Alignment end : { Qt::AlignRight, Qt::AlignLeft }) {
        for (const Qt::AlignmentFlag side : { Qt::AlignBottom, Qt::AlignTop }) {
            const double x = end == Qt::AlignRight ? plotRect().right() - 2 : plotRect().left() + 4;
            LimitText text { QPointF(x, y + (side == Qt::AlignTop ? 1 : -1)), end | side,
                tr("above: fits, %1").arg(besideText()), look().text };
            const QRectF box = text.box(metrics);
            const bool onLine = other >= box.top() - 1 && other <= box.bottom() + 1;
            if (box.top() >= headHeight() && !onLine && !box.intersects(first) && !points.hideBehind(box)) {
                return text;
            }
        }
    }
    return std::nullopt; // no room: the line has its curve's ink
}

QString FrontierPlot::farText() const
{
    if (m_far + m_farMeasured == 0) {
        return {};
    }
    const QString all = tr("%1 beyond +%2 %").arg(m_far + m_farMeasured).arg(kFar);
    return m_farMeasured == 0 ? all
        : m_far == 0          ? tr("%1 measured beyond +%2 %").arg(m_farMeasured).arg(kFar)
                              : all + tr(", %1 of them measured").arg(m_farMeasured);
}

bool FrontierPlot::isInside(double saving) const
{
    return saving > yAxis().minimum && saving <= yAxis().maximum;
}

void FrontierPlot::paintLimits(QPainter& painter) const
{
    const auto across = [this](double saving) {
        const double y = toChart({ 0, saving }).y();
        return QLineF(plotRect().left(), y, plotRect().right(), y);
    };
    if (besideLimitInside()) {
        painter.setPen(QPen(look().text, 1, Qt::DotLine));
        painter.drawLine(across(*m_besideNeeded));
    }
    if (limitInside()) {
        drawLimit(painter, across(m_neededSaving));
    }
}

void FrontierPlot::paintLimitTexts(QPainter& painter) const
{
    painter.setFont(look().axis);
    const auto say = [&](const LimitText& limit) {
        painter.setPen(limit.ink);
        drawLabel(painter, limit.anchor, limit.alignment, limit.text);
    };
    if (const std::optional<LimitText> second = besideLimitText()) {
        say(*second);
    }
    say(limitText());
    if (!farText().isEmpty()) {
        painter.setPen(look().muted);
        drawLabel(painter, plotRect().bottomRight() - QPointF(2, 2), Qt::AlignRight | Qt::AlignBottom, farText());
    }
}

void FrontierPlot::paintMarks(QPainter& painter) const
{
    paintLimits(painter);
    paintGhost(painter);
    paintPoints(painter);
    paintGhostArrow(painter);
    paintMeasured(painter);
    paintLimitTexts(painter);
    paintNames(painter);
    const auto ring = [&](Count k, double radius, const QPen& pen, const QBrush& brush) {
        if (const SweepRow* row = k != kNoNumber ? rowFor(k) : nullptr; row != nullptr && inView(*row)) {
            painter.setPen(pen);
            painter.setBrush(brush);
            painter.drawEllipse(toChart(place(*row)), radius, radius);
        }
    };
    ring(m_recommended, 8, QPen(look().fits, 2), Qt::NoBrush);
    ring(m_pointed, 6, QPen(look().muted, 1, Qt::DotLine), Qt::NoBrush);
    ring(m_chosen, 4.5, QPen(look().card, 1), look().accent);
    paintSetNames(painter);
}

} // namespace sublinear
