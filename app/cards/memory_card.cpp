// SPDX-License-Identifier: MIT
#include "app/cards/memory_card.h"

#include "app/cards/findings.h"
#include "app/charts/marker.h"
#include "app/charts/measured_drawing.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/highlight/highlight_model.h"
#include "app/highlight/pale.h"
#include "app/language/language.h"
#include "app/measure/set_color.h"
#include "app/model/text.h"
#include "app/style/policy_look.h"
#include "core/base/units.h"
#include "core/plan/thinned_sweep.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace sublinear {

namespace {
constexpr double kLeftOut = -0.5; ///< below the plot: a row over 2^63-1 bytes is no row of nothing
}

MemoryPlot::MemoryPlot(QWidget* parent)
    : KPlot(parent)
    , m_besideLine(nullptr)
    , m_ghostLine(nullptr)
{
    // From the top of the stack down, so that every area covers the foot of the one before it.
    for (std::size_t i = kMemoryKinds; i-- > 0;) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(i));
        m_areas[i] = addArea(toQString(id));
    }
    for (const PolicyInfo& info : allPolicies()) {
        m_halos[static_cast<std::size_t>(info.id)] = addLine(QStringLiteral("halo.") + toQString(info.text));
    }
    for (const PolicyInfo& info : allPolicies()) {
        m_compared[static_cast<std::size_t>(info.id)] = addLine(QStringLiteral("compared.") + toQString(info.text));
    }
    m_besideLine = addLine(QStringLiteral("beside"));
    m_ghostLine = addLine(QStringLiteral("baseline"));
}

void MemoryPlot::present(
    const Evaluation& evaluation, const BesideRows& beside, const ShownMarks& measured, const Evaluation* baseline)
{
    m_beside = beside;
    m_capacity = evaluation.memory.capacityBytes;
    m_deviceName = QString::fromStdString(evaluation.scenario.device.gpuName);
    setRows(evaluation);
    const NumberSpan& span = numbers();
    const Count places = span.places();

    m_curves = comparedCurves(evaluation);
    m_policy = evaluation.scenario.checkpointing.policy;
    fillCompared();
    fillBeside();
    fillGhost(baseline);
    syncLegend();
    takeMeasured(measured, evaluation.scenario.checkpointing.policy);
    double highest = 0;
    for (const ShownMark& shown : m_measured) {
        highest = std::max(highest, inGiB(shown.mark.totalBytes));
    }
    const auto include = [&highest](const std::vector<SweepRow>& list) {
        for (const SweepRow& row : list) {
            highest = std::max(highest, inGiB(row.totalBytes));
        }
    };
    include(rows());
    for (const ComparedCurve& curve : m_curves) {
        include(curve.rows);
    }
    if (m_ghost) {
        include(m_ghost->rows);
    }
    for (const auto& figure : m_beside.figures) {
        highest = std::max(highest, figure ? inGiB(figure->totalBytes) : 0);
    }
    const double limit = inGiB(m_capacity);
    if (limit <= 1.6 * highest) {
        highest = std::max(highest, limit);
    }
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, highest * 1.02, &previous));

    const auto border = [&](qsizetype i) { return span.border(i); };
    std::vector<double> sums(static_cast<std::size_t>(places), 0.0);
    std::vector<bool> listed(sums.size(), false);
    for (const SweepRow& row : rows()) {
        listed[span.indexOf(row)] = true;
    }
    const std::vector<qsizetype> drawn = drawnPlaces(listed, isThinned(evaluation));
    if (const bool dense = places > kOutlinedBars; dense != m_dense) {
        m_dense = dense;
        styleAreas();
    }
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool used = false;
        for (const SweepRow& row : rows()) {
            const Bytes bytes = row.byKind[kind];
            used = used || bytes > 0;
            sums[span.indexOf(row)] += inGiB(bytes);
        }
        QAreaSeries* area = m_areas[kind];
        area->setVisible(used);
        if (used) {
            area->upperSeries()->replace(stripeEdge(places, border, [&](qsizetype i) {
                const qsizetype place = drawn[static_cast<std::size_t>(i)];
                return place >= 0 ? sums[static_cast<std::size_t>(place)] : kLeftOut * yAxis().maximum;
            }));
        }
    }
}

void MemoryPlot::fillCompared()
{
    std::array<QList<QPointF>, kPolicyCount> points;
    for (const ComparedCurve& curve : m_curves) {
        QList<QPointF>& line = points[static_cast<std::size_t>(curve.policy)];
        for (const SweepRow& row : curve.rows) {
            const double height = inGiB(row.totalBytes);
            if (curve.level) {
                line = { { xAxis().minimum, height }, { xAxis().maximum, height } };
            } else {
                line.append({ position(row.k.value_or(1)), height });
            }
        }
    }
    for (std::size_t i = 0; i < kPolicyCount; ++i) {
        if (!points[i].isEmpty() || m_compared[i]->count() > 0) {
            m_halos[i]->replace(points[i]);
            m_compared[i]->replace(points[i]);
        }
    }
}

void MemoryPlot::fillBeside()
{
    QList<QPointF> line;
    for (std::size_t i = 0; i < m_beside.figures.size(); ++i) {
        if (!m_beside.figures[i]) {
            continue;
        }
        const double height = inGiB(m_beside.figures[i]->totalBytes);
        if (rows()[i].k) {
            line.append({ position(*rows()[i].k), height });
        } else {
            line = { { xAxis().minimum, height }, { xAxis().maximum, height } };
        }
    }
    if (!line.isEmpty() || m_besideLine->count() > 0) {
        m_besideLine->replace(line);
    }
}

void MemoryPlot::fillGhost(const Evaluation* baseline)
{
    m_ghost = ghostCurve(baseline, numbers());
    m_ghostAt = m_ghost ? ghostNumber(baseline, *m_ghost, numbers()) : kNoNumber;
    QList<QPointF> line;
    for (const SweepRow& row : m_ghost ? m_ghost->rows : std::vector<SweepRow> {}) {
        const double height = inGiB(row.totalBytes);
        if (m_ghost->level) {
            line = { { xAxis().minimum, height }, { xAxis().maximum, height } };
        } else {
            line.append({ position(row.k.value_or(1)), height });
        }
    }
    if (!line.isEmpty() || m_ghostLine->count() > 0) {
        m_ghostLine->replace(line);
    }
}

void MemoryPlot::paintGhost(QPainter& painter) const
{
    const SweepRow* row = m_ghost && m_ghostAt != kNoNumber ? m_ghost->rowFor(m_ghostAt) : nullptr;
    if (row != nullptr) {
        drawGhostMark(painter, look(), toChart({ position(m_ghostAt), inGiB(row->totalBytes) }));
    }
}

void MemoryPlot::takeMeasured(const ShownMarks& measured, PolicyId policy)
{
    m_measured.clear();
    for (const ShownMark& shown : measured) {
        const PolicySpec& spec = shown.mark.point.policy;
        const bool compared = std::any_of(m_curves.begin(), m_curves.end(),
            [&](const ComparedCurve& curve) { return curve.policy == spec.id && !curve.level; });
        if (spec.number && numbers().holds(*spec.number) && (spec.id == policy || compared)) {
            m_measured.push_back(shown);
        }
    }
}

void MemoryPlot::paintMeasured(QPainter& painter) const
{
    for (const ShownMark& shown : m_measured) {
        const double x = position(*shown.mark.point.policy.number);
        drawMeasured(painter, look(),
            { toChart({ x, inGiB(shown.mark.totalBytes) }), toChart({ x, inGiB(shown.mark.ownTotalBytes) }), {}, {},
                shown.mark.point.carried, shown.stale, setColor(shown.color, look()) });
    }
    std::vector<MeasuredName> names;
    for (const auto& [name, color] : markSets(m_measured)) {
        names.push_back({ setColor(color, look()), name });
    }
    if (!names.empty()) {
        drawMeasuredNames(painter, look(), plotRect(), names);
    }
}

const BesideRows::Figure* MemoryPlot::besideFigure(Count k) const
{
    const SweepRow* row = rowOf(rows(), k);
    const auto index = static_cast<std::size_t>(row == nullptr ? 0 : row - rows().data());
    return row != nullptr && index < m_beside.figures.size() && m_beside.figures[index] ? &*m_beside.figures[index]
                                                                                        : nullptr;
}

QString MemoryPlot::besideText() const
{
    return m_beside.kind == BesideRows::Kind::Executed ? tr("executed") : tr("by the law");
}

void MemoryPlot::syncLegend()
{
    std::vector<LegendEntry> entries;
    for (const ComparedCurve& curve : m_curves) {
        const PolicyLook marks = policyLook(curve.policy, look().dark);
        entries.push_back({ curve.name, marks.color, LegendEntry::Sign::Line, marks.marker });
    }
    if (!entries.empty() && m_besideLine->count() > 0) {
        entries.push_back({ besideText(), look().text, LegendEntry::Sign::Dashes });
    }
    setLegend(entries);
}

/// At the end of its line, where no legend names it; clear of the limit's name.
void MemoryPlot::paintBesideName(QPainter& painter) const
{
    if (m_besideLine->count() < 2 || !legend().empty()) { // a single point is no line to name
        return;
    }
    const QFontMetricsF metrics(look().axis);
    const QSizeF room(metrics.horizontalAdvance(besideText()), metrics.height());
    const double right = plotRect().right() - 2 - room.width();
    const QRectF limit = limitName().box;
    const double end = toChart(m_besideLine->points().last()).y();
    QRectF box(QPointF(right, end - room.height()), room);
    for (const double top : { end - room.height(), end + 1, limit.top() - 1 - room.height(), limit.bottom() + 1,
             end - 9 - room.height(), end + 9 }) {
        const QRectF other(QPointF(right, top), room);
        const bool inside = top >= plotRect().top() && other.bottom() <= plotRect().bottom();
        if (inside && !other.adjusted(-2, -1, 2, 1).intersects(limit) && !hidesMark(other)) {
            box = other;
            break;
        }
    }
    painter.setPen(look().text);
    drawLabel(painter, box.topLeft(), Qt::AlignLeft | Qt::AlignTop, besideText());
}

bool MemoryPlot::hidesMark(const QRectF& box) const
{
    const auto hides = [&](Count k) {
        const SweepRow* row = k != kNoNumber ? rowFor(k) : nullptr;
        return row != nullptr && box.adjusted(-8, -8, 8, 8).contains(toChart({ position(k), inGiB(row->totalBytes) }));
    };
    return hides(chosen()) || hides(recommended());
}

bool MemoryPlot::limitAbove() const
{
    return inGiB(m_capacity) > yAxis().maximum;
}

std::vector<HoverLine> MemoryPlot::describe(Count k) const
{
    const SweepRow* row = rowFor(k);
    if (row == nullptr) {
        return { { tr("%1: over 2^63-1 bytes").arg(nameOf(k)) } };
    }
    std::vector<HoverLine> lines;
    lines.push_back({ tr("%1: %2 GiB, %3")
                          .arg(nameOf(k))
                          .arg(gibText(row->totalBytes), row->fits ? tr("fits") : tr("does not fit")) });
    for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
        if (row->byKind[kind] > 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            lines.push_back({ gibUnitText(row->byKind[kind]) + QLatin1Char(' ') + withinSentence(kindName(memoryKind)),
                kindColor(memoryKind, look().dark) });
        }
    }
    if (const BesideRows::Figure* figure = besideFigure(k)) {
        const QString size = gibUnitText(figure->totalBytes);
        lines.push_back({ size + QLatin1Char(' ') + besideText(), look().text });
    }
    lines.push_back({ tr("exactly %1 bytes").arg(QString::fromStdString(formatGrouped(row->totalBytes))) });
    if (const SweepRow* before = m_ghost ? m_ghost->rowFor(k) : nullptr) {
        lines.push_back({ baselineLine(row->totalBytes, before->totalBytes) });
    }
    for (const ComparedCurve& curve : m_curves) {
        if (const SweepRow* other = curve.rowFor(k)) {
            lines.push_back({ gibUnitText(other->totalBytes) + QLatin1Char(' ') + curve.name,
                policyLook(curve.policy, look().dark).color });
        }
    }
    for (const ShownMark& shown : m_measured) {
        if (shown.mark.point.policy.number == k) {
            for (const QString& line : markLines(shown)) {
                lines.push_back({ line });
            }
        }
    }
    return lines;
}

double MemoryPlot::markHeight(Count k) const
{
    const SweepRow* row = rowFor(k);
    return row != nullptr ? inGiB(row->totalBytes) : std::numeric_limits<double>::quiet_NaN();
}

/// A second channel beside colour: each line has its policy's marker, here and there.
void MemoryPlot::paintCurveMarkers(QPainter& painter) const
{
    constexpr double kApart = 34;
    constexpr double kShift = 9; // lines that lie on each other show theirs side by side
    double start = 0;
    painter.setPen(Qt::NoPen);
    for (const ComparedCurve& curve : m_curves) {
        const PolicyLook marks = policyLook(curve.policy, look().dark);
        painter.setBrush(marks.color);
        const QList<QPointF> points = m_compared[static_cast<std::size_t>(curve.policy)]->points();
        double next = plotRect().left() + 6 + start;
        for (qsizetype i = 1; i < points.size(); ++i) {
            const QLineF part(toChart(points[i - 1]), toChart(points[i]));
            for (; part.dx() > 0 && next < part.x2(); next += kApart) {
                if (next >= part.x1()) {
                    drawMarker(painter, part.pointAt((next - part.x1()) / part.dx()), 7, marks.marker);
                }
            }
        }
        start = start + kShift < kApart ? start + kShift : 0;
    }
}

void MemoryPlot::paintMarks(QPainter& painter) const
{
    paintCurveMarkers(painter);
    paintGhost(painter);
    KPlot::paintMarks(painter);
    paintMeasured(painter);
    painter.setFont(look().axis);
    paintBesideName(painter);
    if (!limitAbove()) {
        const double y = toChart({ 0, inGiB(m_capacity) }).y();
        drawLimit(painter, QLineF(plotRect().left(), y, plotRect().right(), y));
    }
    const LimitName name = limitName();
    painter.setPen(look().limit);
    drawLabel(painter, name.box.topLeft(), Qt::AlignLeft | Qt::AlignTop, name.text);
}

MemoryPlot::LimitName MemoryPlot::limitName() const
{
    const QRectF plot = plotRect();
    const bool above = limitAbove();
    const double y = above ? plot.top() : toChart({ 0, inGiB(m_capacity) }).y();
    const QString size = QString::fromStdString(formatGiBShort(m_capacity)) + QStringLiteral(" GiB");
    // The article's device is named by its size already.
    const QString device = m_deviceName.startsWith(size) ? m_deviceName : m_deviceName + QStringLiteral(", ") + size;
    const QString name = above ? QStringLiteral("↑ ") + device : device;
    const QFontMetricsF metrics(look().axis);
    const QSizeF room(metrics.horizontalAdvance(name), metrics.height());
    const double left = plot.left() + 4;
    const double right = plot.right() - 2 - room.width();
    const double top = above ? y + 14 : y - plot.top() < 16 ? y - 1 : y - 1 - room.height();
    const double under = above ? y + 32 : y + 1;
    QPointF corner(right, top);
    for (const QPointF other : { QPointF(right, top), QPointF(left, top), QPointF(right, under) }) {
        if (!hidesMark(QRectF(other, room))) {
            corner = other;
            break;
        }
    }
    return { name, QRectF(corner, room) };
}

void MemoryPlot::setLit(const QString& id)
{
    setPointedK(HighlightModel::numberOf(id));
    const std::optional<MemoryKind> kind = HighlightModel::kindOf(id);
    const std::optional<PolicyId> policy = HighlightModel::policyOf(id);
    if (kind != m_litKind || policy != m_litPolicy) {
        m_litKind = kind;
        m_litPolicy = policy;
        styleSeries();
    }
}

bool MemoryPlot::isPale(PolicyId policy) const
{
    const auto shows = [this](const ComparedCurve& curve) { return curve.policy == *m_litPolicy; };
    const bool shown =
        m_litPolicy && (*m_litPolicy == m_policy || std::any_of(m_curves.begin(), m_curves.end(), shows));
    return shown && *m_litPolicy != policy;
}

void MemoryPlot::styleAreas()
{
    const auto pale = [this](const QColor& ink) { return paledOn(look().card, ink); };
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        const auto memoryKind = static_cast<MemoryKind>(kind);
        const bool out = isPale(m_policy) || (m_litKind && *m_litKind != memoryKind);
        const QColor own = kindColor(memoryKind, look().dark);
        const QColor edge = edgeColor(own, look().dark);
        m_areas[kind]->setBrush(out ? pale(own) : own);
        m_areas[kind]->setPen(m_dense ? QPen(Qt::NoPen) : QPen(out ? pale(edge) : edge, 1));
    }
}

void MemoryPlot::styleSeries()
{
    styleAreas();
    m_besideLine->setPen(QPen(look().text, 1.5, Qt::DashLine));
    m_ghostLine->setPen(ghostPen(look()));
    QColor halo = look().card;
    halo.setAlphaF(0.8F);
    for (const PolicyInfo& info : allPolicies()) {
        m_halos[static_cast<std::size_t>(info.id)]->setPen(QPen(halo, 4.5));
        const QColor own = policyLook(info.id, look().dark).color;
        m_compared[static_cast<std::size_t>(info.id)]->setPen(
            QPen(isPale(info.id) ? paledOn(look().card, own) : own, 2));
    }
    syncLegend();
}

MemoryCard::MemoryCard(QWidget* parent)
    : KCard(QStringLiteral("memory"), tr("Memory over K"), tr("Memory"), parent)
    , m_plot(new MemoryPlot(this))
{
    setPlot(m_plot);
}

void MemoryCard::setHighlighted(const QString& id)
{
    m_plot->setLit(id);
}

void MemoryCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, beside(), measured(), baseline());
    mark(evaluation);
    setTitle(findings::memory(evaluation));
    const QString word = numberSpan(evaluation).word();
    const bool bound =
        std::any_of(evaluation.sweep.begin(), evaluation.sweep.end(), [](const SweepRow& row) { return !row.exact; });
    setMeasure((word.isEmpty() ? tr("Total memory, GiB") : tr("Total memory over %1, GiB").arg(word))
        + (bound ? tr("; a bound, not exact") : QString()) + findings::besideWords(beside()) + baselineWords()
        + marksWords(m_plot->measured()));
    setSummary(findings::memorySummary(evaluation) + findings::besideSummary(evaluation, beside())
        + marksSummary(m_plot->measured()));
}

} // namespace sublinear
