// SPDX-License-Identifier: MIT
#include "app/cards/frontier_plot.h"

#include "app/cards/findings.h"
#include "app/charts/marker.h"
#include "app/charts/measured_drawing.h"
#include "app/charts/sweep_rows.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kReach = 14; ///< pixels within which a point answers the pointer
constexpr double kMarkReach = 7; ///< the same for a measured one
constexpr std::size_t kCrowd = 150; ///< so many other points would be one thick line
constexpr double kFar = 300; ///< % of a forward pass; who recomputes more would squeeze all others together

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

} // namespace

FrontierPlot::FrontierPlot(QWidget* parent)
    : Plot(parent)
    , m_front(addLine(QStringLiteral("front")))
    , m_besideFront(addLine(QStringLiteral("beside")))
{
    setXTitle(tr("extra forward, % of one pass"));
    connect(this, &Plot::pointed, this, [this](const QPointF& /*value*/, const QPointF& position) {
        point(nearestRow(position), position);
        if (const ShownMark* shown = nearestMark(position)) {
            std::vector<HoverLine> lines;
            for (const QString& line : markLines(*shown)) {
                lines.push_back({ line });
            }
            showHover(position, lines);
        }
    });
    connect(this, &Plot::pointerLeft, this, [this] { point(nullptr, {}); });
    connect(this, &Plot::clicked, this, [this](const QPointF& /*value*/, const QPointF& position) {
        const SweepRow* row = nearestRow(position);
        if (row == nullptr) {
            return;
        }
        if (isOwn(*row)) {
            Q_EMIT numberChosen(row->k.value_or(1));
        } else {
            PolicySpec spec;
            spec.id = row->policy;
            spec.number = row->k;
            Q_EMIT policyChosen(spec);
        }
    });
}

bool FrontierPlot::isOwn(const SweepRow& row) const
{
    return row.policy == m_policy;
}

QString FrontierPlot::nameOf(const SweepRow& row) const
{
    if (!row.k) {
        return policyName(row.policy);
    }
    const auto letter = [&]() -> QString {
        switch (policyInfo(row.policy).number) {
        case PolicyNumber::M:
            return QStringLiteral("m=");
        case PolicyNumber::Slots:
            return QStringLiteral("c=");
        default:
            return QStringLiteral("K=");
        }
    };
    const QString number = policyInfo(row.policy).number == PolicyNumber::Budget ? gibUnitText(*row.k)
                                                                                 : letter() + QString::number(*row.k);
    return isOwn(row) ? number : policyName(row.policy) + QLatin1Char(' ') + number;
}

QPointF FrontierPlot::place(const SweepRow& row) const
{
    return { row.extraForwardFraction * 100, row.savedFraction * 100 };
}

void FrontierPlot::present(const Evaluation& evaluation, const BesideRows& beside, const ShownMarks& measured)
{
    m_beside = beside;
    m_storeAllBytes = evaluation.storeAllBytes;
    m_measured = measured;
    std::erase_if(m_measured, [](const ShownMark& shown) {
        return std::max(shown.mark.extraForward, shown.mark.ownExtraForward) * 100 > kFar;
    });
    m_rows = evaluation.sweep;
    m_comparedRows = evaluation.compared;
    m_chosenRow = evaluation.chosen;
    m_policy = evaluation.scenario.checkpointing.policy;
    std::erase_if(m_comparedRows, [this](const SweepRow& row) { return isOwn(row); });
    m_numbers = numberSpan(evaluation);
    m_chosen = chosenNumber(evaluation);
    m_recommended = recommendedNumber(evaluation);
    const auto all = static_cast<double>(evaluation.storeAllBytes);
    m_neededSaving = all > 0 ? 100 * (all - static_cast<double>(evaluation.memory.capacityBytes)) / all : 0;
    m_limitText = tr("above: fits %1 GiB").arg(QString::fromStdString(formatGiBShort(evaluation.memory.capacityBytes)));

    fillFront();
    fillBeside();
    double highest = 0;
    double lowest = 0;
    double widest = 0;
    double widestNear = 0;
    std::size_t near = 0;
    m_far = 0;
    for (const std::vector<SweepRow>* rows : { &m_rows, &m_comparedRows }) {
        for (const SweepRow& row : *rows) {
            const QPointF at = place(row);
            highest = std::max(highest, at.y());
            lowest = std::min(lowest, at.y());
            widest = std::max(widest, at.x());
            ++(at.x() <= kFar ? near : m_far);
            widestNear = at.x() <= kFar ? std::max(widestNear, at.x()) : widestNear;
        }
    }
    for (const QPointF at : m_besidePlaces) {
        highest = std::max(highest, at.y());
        lowest = std::min(lowest, at.y());
    }
    if (near >= 2) {
        widest = widestNear;
    } else {
        m_far = 0;
    }
    double least = 0; // noise makes a step a little faster than storing all
    for (const ShownMark& shown : m_measured) {
        for (const QPointF at : { place(shown.mark), ownPlace(shown.mark) }) {
            highest = std::max(highest, at.y());
            lowest = std::min(lowest, at.y());
            widest = std::max(widest, at.x());
            least = std::min(least, at.x());
        }
    }
    if (m_neededSaving > 0 && m_neededSaving < 2 * highest) {
        highest = std::max(highest, m_neededSaving);
    }
    const AxisSpec previousY = m_saved;
    m_saved = valueAxis(lowest, std::max(1.0, highest * 1.08), &previousY);
    AxisSpec y = m_saved;
    y.minimum -= 0.04 * (y.maximum - y.minimum); // no point is cut in half by an edge
    setYAxis(y);
    AxisSpec x = valueAxis(0, std::max(100.0, widest));
    x.minimum = least - 0.03 * x.maximum;
    x.maximum += 0.04 * x.maximum;
    setXAxis(x);
    if (!hoverText().isEmpty()) { // the numbers in the box have moved on
        const SweepRow* row = m_pointed != kNoNumber ? rowOf(m_rows, m_pointed) : nullptr;
        point(row, row != nullptr ? toChart(place(*row)) : QPointF());
    }
    repaintMarks();
}

void FrontierPlot::fillFront()
{
    QList<QPointF> front;
    for (const std::vector<SweepRow>* rows : { &m_rows, &m_comparedRows }) {
        for (const SweepRow& row : *rows) {
            if (row.pareto) {
                front.append(place(row));
            }
        }
    }
    std::sort(front.begin(), front.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
    m_front->replace(front);
}

void FrontierPlot::fillBeside()
{
    // Both curves are shown against what the shown accounting needs to store all, so that heights compare.
    m_besidePlaces.clear();
    for (const auto& figure : m_beside.figures) {
        if (figure && figure->extraForwardFraction * 100 <= kFar) {
            const auto all = static_cast<double>(m_storeAllBytes);
            m_besidePlaces.emplace_back(
                figure->extraForwardFraction * 100, 100 * (all - static_cast<double>(figure->totalBytes)) / all);
        }
    }
    QList<QPointF> sorted(m_besidePlaces.begin(), m_besidePlaces.end());
    std::sort(sorted.begin(), sorted.end(),
        [](QPointF a, QPointF b) { return a.x() != b.x() ? a.x() < b.x() : a.y() > b.y(); });
    QList<QPointF> front;
    for (const QPointF at : sorted) {
        if (front.isEmpty() || at.y() > front.last().y()) {
            front.append(at);
        }
    }
    m_besideFront->replace(front);
}

QString FrontierPlot::besideText() const
{
    return m_beside.kind == BesideRows::Kind::Executed ? tr("executed") : tr("by the law");
}

void FrontierPlot::setPointedK(Count k)
{
    if (k != m_pointed) {
        m_pointed = k;
        repaintMarks();
    }
}

const SweepRow* FrontierPlot::nearestRow(QPointF position) const
{
    const SweepRow* nearest = nullptr;
    double least = kReach * kReach;
    for (const std::vector<SweepRow>* rows : { &m_rows, &m_comparedRows }) {
        for (const SweepRow& row : *rows) {
            const QPointF away = toChart(place(row)) - position;
            const double distance = QPointF::dotProduct(away, away);
            if (distance < least && inView(row)) {
                least = distance;
                nearest = &row;
            }
        }
    }
    return nearest;
}

std::vector<HoverLine> FrontierPlot::describe(const SweepRow& row) const
{
    const auto efficiency = row.efficiency();
    std::vector<HoverLine> lines {
        { tr("%1: %2 GiB, %3").arg(nameOf(row), gibText(row.totalBytes), row.fits ? tr("fits") : tr("does not fit")) },
        { tr("saves %1 for %2 more forward").arg(percent(row.savedFraction), percent(row.extraForwardFraction)) },
        { efficiency ? tr("%1 % saved per % of forward").arg(QString::fromStdString(formatFixed(*efficiency, 2)))
                     : tr("nothing is recomputed") },
        { !row.exact         ? tr("a bound, not exact")
                : row.pareto ? tr("on the frontier")
                             : tr("dominated") }
    };
    for (const ShownMark& shown : m_measured) {
        if (shown.mark.point.policy.id == row.policy && shown.mark.point.policy.number == row.k) {
            for (const QString& line : markLines(shown)) {
                lines.push_back({ line });
            }
        }
    }
    return lines;
}

const SweepRow* FrontierPlot::rowFor(Count k) const
{
    const SweepRow* row = rowOf(m_rows, k);
    return row == nullptr && m_chosenRow.k == k ? &m_chosenRow : row;
}

void FrontierPlot::point(const SweepRow* row, QPointF position)
{
    if (row == nullptr) {
        hideHover();
    } else {
        showHover(position, describe(*row));
    }
    const Count k = row != nullptr && isOwn(*row) ? row->k.value_or(1) : kNoNumber;
    if (k != m_pointed) {
        m_pointed = k;
        repaintMarks();
        Q_EMIT numberPointed(k);
    }
}

void FrontierPlot::paintPoints(QPainter& painter) const
{
    for (const QPointF at : m_besideFront->points()) { // hollow, so that it is no other policy's
        painter.setPen(QPen(look().text, 1.2));
        painter.setBrush(look().card);
        drawMarker(painter, toChart(at), 6, QScatterSeries::MarkerShapeRectangle);
    }
    // Dominated points first, so that the front lies over them.
    for (const bool onFront : { false, true }) {
        for (const std::vector<SweepRow>* rows : { &m_comparedRows, &m_rows }) {
            for (const SweepRow& row : *rows) {
                if (row.pareto != onFront || !inView(row)) {
                    continue;
                }
                const bool own = isOwn(row);
                const PolicyLook marks = policyLook(row.policy, look().dark);
                QColor fill = !own ? marks.color : onFront ? frontColor() : look().muted;
                if (!onFront) {
                    fill.setAlphaF(0.35F);
                }
                painter.setPen(Qt::NoPen);
                painter.setBrush(fill);
                const bool crowd = !own && m_comparedRows.size() > kCrowd;
                drawMarker(painter, toChart(place(row)),
                    crowd          ? 5
                        : !onFront ? 7
                        : own      ? 8
                                   : 9,
                    own ? QScatterSeries::MarkerShapeCircle : marks.marker);
            }
        }
    }
}

double FrontierPlot::savedBy(Bytes totalBytes) const
{
    const auto all = static_cast<double>(m_storeAllBytes);
    return all > 0 ? 100 * (all - static_cast<double>(totalBytes)) / all : 0;
}

QPointF FrontierPlot::place(const MeasuredMark& mark) const
{
    return { mark.extraForward * 100, savedBy(mark.totalBytes) };
}

QPointF FrontierPlot::ownPlace(const MeasuredMark& mark) const
{
    return { mark.ownExtraForward * 100, savedBy(mark.ownTotalBytes) };
}

void FrontierPlot::paintMeasured(QPainter& painter) const
{
    for (const ShownMark& shown : m_measured) {
        const auto end = [this](double forward) {
            const double value = std::clamp(forward * 100, xAxis().minimum, xAxis().maximum);
            return toChart({ value, 0 }).x();
        };
        MeasuredDrawing drawing { toChart(place(shown.mark)), toChart(ownPlace(shown.mark)), {}, {},
            shown.mark.point.carried, shown.stale };
        if (shown.mark.lowExtraForward && shown.mark.highExtraForward) {
            drawing.low = end(*shown.mark.lowExtraForward);
            drawing.high = end(*shown.mark.highExtraForward);
        }
        drawMeasured(painter, look(), drawing);
    }
}

// Within a shorter reach than the rows', which stand where many measured points do.
const ShownMark* FrontierPlot::nearestMark(QPointF position) const
{
    const ShownMark* nearest = nullptr;
    double least = kMarkReach * kMarkReach;
    for (const ShownMark& shown : m_measured) {
        const QPointF away = toChart(place(shown.mark)) - position;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) {
            least = distance;
            nearest = &shown;
        }
    }
    return nearest;
}

QColor FrontierPlot::frontColor() const
{
    return look().dark ? QColor(0x6C, 0xA8, 0xDB) : QColor(0x00, 0x72, 0xB2);
}

FrontierPlot::LimitText FrontierPlot::limitText() const
{
    const QRectF plot = plotRect();
    if (m_neededSaving <= yAxis().minimum) {
        return { plot.topLeft() + QPointF(4, -2), Qt::AlignLeft | Qt::AlignTop, tr("everything here fits"),
            look().fits };
    }
    const bool outside = !limitInside();
    const double y = outside ? plot.top() : toChart({ 0, m_neededSaving }).y();
    return { QPointF(plot.left() + 4, y - 1), Qt::AlignLeft | (y - plot.top() < 14 ? Qt::AlignTop : Qt::AlignBottom),
        outside ? tr("nothing here fits") : m_limitText, look().limit };
}

QString FrontierPlot::farText() const
{
    return tr("%1 beyond +%2 %").arg(m_far).arg(kFar);
}

bool FrontierPlot::inView(const SweepRow& row) const
{
    return place(row).x() <= xAxis().maximum;
}

bool FrontierPlot::limitInside() const
{
    return m_neededSaving > yAxis().minimum && m_neededSaving <= yAxis().maximum;
}

void FrontierPlot::paintNeededSaving(QPainter& painter) const
{
    if (limitInside()) {
        const double y = toChart({ 0, m_neededSaving }).y();
        drawLimit(painter, QLineF(plotRect().left(), y, plotRect().right(), y));
    }
    const LimitText limit = limitText();
    painter.setFont(look().axis);
    painter.setPen(limit.ink);
    drawLabel(painter, limit.anchor, limit.alignment, limit.text);
    if (m_far > 0) {
        painter.setPen(look().muted);
        drawLabel(painter, plotRect().bottomRight() - QPointF(2, 2), Qt::AlignRight | Qt::AlignBottom, farText());
    }
}

void FrontierPlot::paintMarks(QPainter& painter) const
{
    paintPoints(painter);
    paintMeasured(painter);
    paintNeededSaving(painter);
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
}

void FrontierPlot::styleSeries()
{
    m_front->setPen(QPen(frontColor(), 1.5));
    m_besideFront->setPen(QPen(look().text, 1.2, Qt::DashLine));
}

bool FrontierPlot::movePointer(Move move)
{
    const std::optional<Count> to = movedNumber(m_numbers, move, m_pointed != kNoNumber ? m_pointed : m_chosen);
    if (!to) {
        return false;
    }
    if (const SweepRow* row = rowOf(m_rows, *to)) {
        point(row, toChart(place(*row)));
    }
    return true;
}

bool FrontierPlot::takePointed()
{
    if (m_pointed == kNoNumber) {
        return false;
    }
    Q_EMIT numberChosen(m_pointed);
    return true;
}

bool FrontierPlot::dropPointed()
{
    if (m_pointed == kNoNumber) {
        return false;
    }
    point(nullptr, {});
    return true;
}

} // namespace sublinear
