// SPDX-License-Identifier: MIT
#include "app/cards/frontier_plot.h"

#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/language/core_text.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"
#include "core/plan/words.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kReach = 14; ///< pixels within which a point answers the pointer
constexpr double kMarkReach = 7; ///< the same for a measured one

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

/// Percent of `all` that `total` leaves.
double saved(Bytes total, Bytes all)
{
    const auto whole = static_cast<double>(all);
    return all > 0 ? 100 * (whole - static_cast<double>(total)) / whole : 0;
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

QString FrontierPlot::numberOf(const SweepRow& row) const
{
    const auto counted = [&row](QLatin1String letter) {
        return QStringLiteral("%1=%2").arg(letter).arg(row.k.value_or(0));
    };
    switch (row.k ? policyInfo(row.policy).number : PolicyNumber::None) {
    case PolicyNumber::K:
        return counted(QLatin1String("K"));
    case PolicyNumber::M:
        return counted(QLatin1String("m"));
    case PolicyNumber::Slots:
        return counted(QLatin1String("c"));
    case PolicyNumber::Budget:
        return gibUnitText(*row.k);
    case PolicyNumber::None:
        break;
    }
    return policyName(row.policy);
}

QString FrontierPlot::nameOf(const SweepRow& row) const
{
    return isOwn(row) || !row.k ? numberOf(row) : tr("%1, %2").arg(policyName(row.policy), numberOf(row));
}

QPointF FrontierPlot::place(const SweepRow& row) const
{
    return { row.extraForwardFraction * 100, row.savedFraction * 100 };
}

void FrontierPlot::present(
    const Evaluation& evaluation, const BesideRows& beside, const ShownMarks& measured, const Evaluation* baseline)
{
    m_beside = beside;
    m_storeAllBytes = evaluation.storeAllBytes;
    m_measured = measured;
    // Until it is known what storing all takes when it is executed, no saving can be said.
    const bool waiting = evaluation.scenario.accounting == Accounting::Article && !beside.storeAllBytes;
    if (waiting) {
        m_measured.clear();
    }
    m_farMeasured = std::erase_if(m_measured, [](const ShownMark& shown) {
        return std::max(shown.mark.extraForward, shown.mark.ownExtraForward) * 100 > kFar;
    });
    m_rows = evaluation.sweep;
    m_comparedRows = evaluation.compared;
    m_chosenRow = evaluation.chosen;
    m_ghostRows = baseline != nullptr ? baseline->sweep : std::vector<SweepRow> {};
    std::erase_if(m_ghostRows, [](const SweepRow& row) { return row.extraForwardFraction * 100 > kFar; });
    m_ghostChosen.reset();
    if (baseline != nullptr && baseline->chosen.extraForwardFraction * 100 <= kFar) {
        m_ghostChosen = baseline->chosen;
    }
    m_policy = evaluation.scenario.checkpointing.policy;
    std::erase_if(m_comparedRows, [this](const SweepRow& row) { return isOwn(row); });
    m_numbers = numberSpan(evaluation);
    m_chosen = chosenNumber(evaluation);
    m_recommended = recommendedNumber(evaluation);
    m_capacity = evaluation.memory.capacityBytes;
    m_neededSaving = saved(m_capacity, m_storeAllBytes);
    m_limitText = tr("above: fits %1 GiB").arg(QString::fromStdString(formatGiBShort(evaluation.memory.capacityBytes)));

    fillFront();
    fillBeside();
    syncLegend();
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
    for (const SweepRow& row : m_ghostRows) {
        highest = std::max(highest, place(row).y());
        lowest = std::min(lowest, place(row).y());
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
    for (const SweepRow& row : m_ghostRows) {
        widest = std::max(widest, place(row).x());
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
    for (const double needed : { m_neededSaving, m_besideNeeded.value_or(0) }) {
        if (needed > 0 && needed < 2 * highest) {
            highest = std::max(highest, needed);
        }
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
    m_besidePlaces.clear();
    m_besideNeeded.reset();
    if (m_beside.storeAllBytes && m_beside.kind != BesideRows::Kind::None) {
        m_besideNeeded = saved(m_capacity, *m_beside.storeAllBytes);
        for (const auto& figure : m_beside.figures) {
            if (figure && figure->extraForwardFraction * 100 <= kFar) {
                m_besidePlaces.emplace_back(
                    figure->extraForwardFraction * 100, saved(figure->totalBytes, *m_beside.storeAllBytes));
            }
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

void FrontierPlot::syncLegend()
{
    std::vector<LegendEntry> entries;
    for (const SweepRow& row : m_comparedRows) { // rows of one policy stand together
        const QString name = policyShortName(row.policy);
        if (entries.empty() || entries.back().text != name) {
            const PolicyLook marks = policyLook(row.policy, look().dark);
            entries.push_back({ name, marks.color, LegendEntry::Sign::Marker, marks.marker });
        }
    }
    if (!entries.empty()) {
        const PolicyLook own = policyLook(m_policy, look().dark);
        entries.insert(
            entries.begin(), { policyShortName(m_policy), own.color, LegendEntry::Sign::Marker, own.marker });
        if (m_besideFront->count() > 0) {
            entries.push_back({ besideText(), look().text, LegendEntry::Sign::Dashes });
        }
    }
    setLegend(entries);
    m_front->setPen(QPen(frontColor(), 1.5));
}

QString FrontierPlot::besideText() const
{
    return m_beside.kind == BesideRows::Kind::Executed ? tr("executed") : tr("by the law");
}

void FrontierPlot::setLitPolicy(std::optional<PolicyId> policy)
{
    if (policy != m_litPolicy) {
        m_litPolicy = policy;
        repaintMarks();
    }
}

bool FrontierPlot::isPale(const SweepRow& row) const
{
    if (m_litPolicy && *m_litPolicy != row.policy) {
        const auto lit = [this](const SweepRow& each) { return each.policy == *m_litPolicy; };
        return std::any_of(m_rows.begin(), m_rows.end(), lit)
            || std::any_of(m_comparedRows.begin(), m_comparedRows.end(), lit);
    }
    return m_pointed != kNoNumber && rowOf(m_rows, m_pointed) != nullptr && (!isOwn(row) || row.k != m_pointed);
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
                : row.remade != kNoGroup ? fromCore(freeWords(row.remade))
                                         : tr("nothing is recomputed") },
        { !row.exact         ? tr("a bound, not exact")
                : row.pareto ? tr("on the frontier")
                             : tr("dominated") }
    };
    if (const BesideRows::Figure* figure = besideFigure(row)) {
        const QString fits = figure->totalBytes <= m_capacity ? tr("fits") : tr("does not fit");
        const double saving = saved(figure->totalBytes, *m_beside.storeAllBytes) / 100;
        lines.push_back({ tr("%1: %2, %3").arg(besideText(), gibUnitText(figure->totalBytes), fits) });
        lines.push_back(
            { tr("saves %1 of its own store-all for %2").arg(percent(saving), percent(figure->extraForwardFraction)) });
    }
    const auto before = std::find_if(m_ghostRows.begin(), m_ghostRows.end(),
        [&](const SweepRow& each) { return each.policy == row.policy && each.k == row.k; });
    if (before != m_ghostRows.end()) {
        lines.push_back({ baselineLine(row.totalBytes, before->totalBytes) });
        lines.push_back({ tr("baseline saves %1 for %2")
                              .arg(percent(before->savedFraction), percent(before->extraForwardFraction)) });
    }
    for (const ShownMark& shown : m_measured) {
        if (shown.mark.point.policy.id == row.policy && shown.mark.point.policy.number == row.k) {
            for (const QString& line : markLines(shown)) {
                lines.push_back({ line });
            }
        }
    }
    return lines;
}

const BesideRows::Figure* FrontierPlot::besideFigure(const SweepRow& row) const
{
    const SweepRow* own = isOwn(row) ? rowOf(m_rows, row.k.value_or(1)) : nullptr;
    const auto index = static_cast<std::size_t>(own == nullptr ? 0 : own - m_rows.data());
    const bool known = own != nullptr && m_beside.storeAllBytes && index < m_beside.figures.size();
    return known && m_beside.figures[index] ? &*m_beside.figures[index] : nullptr;
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

double FrontierPlot::savedBy(Bytes totalBytes) const
{
    const bool executed = m_beside.kind != BesideRows::Kind::Law; // also where no curve is drawn of it
    return saved(totalBytes, executed ? m_beside.storeAllBytes.value_or(m_storeAllBytes) : m_storeAllBytes);
}

QPointF FrontierPlot::place(const MeasuredMark& mark) const
{
    return { mark.extraForward * 100, savedBy(mark.totalBytes) };
}

QPointF FrontierPlot::ownPlace(const MeasuredMark& mark) const
{
    return { mark.ownExtraForward * 100, savedBy(mark.ownTotalBytes) };
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

bool FrontierPlot::inView(const SweepRow& row) const
{
    return place(row).x() <= xAxis().maximum;
}

void FrontierPlot::styleSeries()
{
    m_besideFront->setPen(QPen(look().text, 1.2, Qt::DashLine));
    syncLegend();
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
