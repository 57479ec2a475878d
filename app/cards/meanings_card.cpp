// SPDX-License-Identifier: MIT
#include "app/cards/meanings_card.h"

#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/highlight/highlight_model.h"
#include "app/highlight/pale.h"
#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/base/units.h"

#include <QBarSet>
#include <QHorizontalStackedBarSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kBarWidth = 0.42;

/// Its name; with what K stands for where that is another number.
QString nameOf(PolicyId policy)
{
    return policyInfo(policy).number == PolicyNumber::M ? MeaningsPlot::tr("%1, m = K").arg(policyName(policy))
                                                        : policyName(policy);
}

} // namespace

MeaningsPlot::MeaningsPlot(QWidget* parent)
    : ItemPlot(parent)
    , m_series(new QHorizontalStackedBarSeries)
{
    setXTitle(tr("no K in selective, recursive, revolve, optimal"));
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(i));
        m_sets[i] = new QBarSet(toQString(id));
        m_series->append(m_sets[i]);
    }
    m_series->setBarWidth(kBarWidth);
    adopt(m_series, QStringLiteral("meanings"));
}

const SweepRow* MeaningsPlot::ghostOf(const SweepRow& row) const
{
    const auto found = std::find_if(
        m_ghost.begin(), m_ghost.end(), [&](const SweepRow& before) { return before.policy == row.policy; });
    return found != m_ghost.end() ? &*found : nullptr;
}

void MeaningsPlot::present(const Evaluation& evaluation, const Evaluation* baseline)
{
    m_rows = evaluation.meanings;
    m_ghost = baseline != nullptr ? baseline->meanings : std::vector<SweepRow> {};
    m_chosen = evaluation.scenario.checkpointing.policy;
    m_capacity = evaluation.memory.capacityBytes;
    const int count = static_cast<int>(m_rows.size());
    double highest = 0;
    AxisSpec places; // the names stand over their bars: beside them they would take half the card
    places.minimum = -0.5;
    places.maximum = count - 0.3;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        QBarSet* set = m_sets[kind];
        if (set->count() > count) {
            set->remove(count, set->count() - count);
        }
        while (set->count() < count) {
            set->append(0);
        }
        for (int i = 0; i < count; ++i) { // bars are drawn from below, the list reads from above
            set->replace(i, inGiB(m_rows[static_cast<std::size_t>(count - 1 - i)].byKind[kind]));
        }
    }
    for (const SweepRow& row : m_rows) {
        highest = std::max(highest, inGiB(row.totalBytes));
        if (const SweepRow* before = ghostOf(row)) {
            highest = std::max(highest, inGiB(before->totalBytes));
        }
    }
    const double limit = inGiB(m_capacity);
    if (limit < 2 * highest) {
        highest = std::max(highest, limit);
    }
    const AxisSpec previous = xAxis();
    setXAxis(valueAxis(0, highest, &previous));
    setYAxis(places);
    refreshHover();
    repaintMarks();
}

qsizetype MeaningsPlot::itemAt(QPointF value) const
{
    const qsizetype fromBelow = std::lround(value.y());
    return fromBelow >= 0 && fromBelow < itemCount() ? itemCount() - 1 - fromBelow : kNone;
}

QPointF MeaningsPlot::placeOf(qsizetype item) const
{
    return { inGiB(m_rows[static_cast<std::size_t>(item)].totalBytes), static_cast<double>(itemCount() - 1 - item) };
}

std::vector<HoverLine> MeaningsPlot::describe(qsizetype item) const
{
    const SweepRow& row = m_rows[static_cast<std::size_t>(item)];
    const PolicyInfo& info = policyInfo(row.policy);
    std::vector<HoverLine> lines { { nameOf(row.policy) + QStringLiteral(": ") + gibUnitText(row.totalBytes)
                                       + (row.fits ? tr(", fits") : tr(", does not fit")) },
        { tr("keeps %1").arg(fromCore(info.keeps)) }, { tr("law: %1").arg(fromCore(info.law)) },
        { tr("where: %1").arg(fromCore(info.flag)) } };
    if (const SweepRow* before = ghostOf(row)) {
        lines.push_back({ baselineLine(row.totalBytes, before->totalBytes) });
    }
    return lines;
}

double MeaningsPlot::rightMargin() const
{
    return QFontMetricsF(look().axis).horizontalAdvance(QStringLiteral("000.00+100 %")) + 18;
}

QSizeF MeaningsPlot::leastLines() const
{
    // A name over each bar, which may touch the one above, and none of them over the figures at the side.
    constexpr double kBetweenBars = 1 - kBarWidth;
    double widest = 0;
    for (const SweepRow& row : m_rows) {
        widest = std::max(widest, QFontMetricsF(look().axis).horizontalAdvance(nameOf(row.policy)));
    }
    return { widest / QFontMetricsF(look().axis).height(),
        0.95 * (static_cast<double>(m_rows.size()) + 0.2) / kBetweenBars };
}

void MeaningsPlot::paintMarks(QPainter& painter) const
{
    painter.setFont(look().axis);
    const QFontMetricsF metrics(look().axis);
    const double limit = toChart({ inGiB(m_capacity), 0 }).x();
    if (limit <= plotRect().right() + 1) {
        drawLimit(painter, QLineF(limit, plotRect().top(), limit, plotRect().bottom()));
    }
    const double right = chart()->size().width() - 4;
    const double cost = metrics.horizontalAdvance(QStringLiteral("+100 %"));
    const auto count = m_rows.size();
    const bool lit = m_litPolicy && std::any_of(m_rows.begin(), m_rows.end(), [this](const SweepRow& row) {
        return row.policy == *m_litPolicy;
    });
    for (std::size_t i = 0; i < count; ++i) {
        const SweepRow& row = m_rows[i];
        const QPointF end = toChart({ inGiB(row.totalBytes), static_cast<double>(count - 1 - i) });
        const QString total = gibText(row.totalBytes);
        if (lit && row.policy != *m_litPolicy) {
            const auto fromBelow = static_cast<double>(count - 1 - i);
            paintPaleOver(painter, look().card,
                QRectF(toChart({ 0, fromBelow + kBarWidth / 2 }),
                    toChart({ inGiB(row.totalBytes), fromBelow - kBarWidth / 2 })));
        }
        if (const SweepRow* before = ghostOf(row)) {
            const auto fromBelow = static_cast<double>(count - 1 - i);
            painter.setPen(ghostPen(look()));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(toChart({ 0, fromBelow + kBarWidth / 2 }),
                toChart({ inGiB(before->totalBytes), fromBelow - kBarWidth / 2 })));
        }
        // Figures in columns at the side: behind a short bar they would lie on the next bar's name.
        painter.setPen(row.fits ? look().fits : look().doesNotFit);
        drawLabel(painter, { right - cost - 8, end.y() }, Qt::AlignRight | Qt::AlignVCenter, total);
        painter.setPen(look().muted);
        drawLabel(painter, { right, end.y() }, Qt::AlignRight | Qt::AlignVCenter,
            QStringLiteral("+") + QString::fromStdString(formatPercent(row.extraForwardFraction, 0)));
        const bool chosen = row.policy == m_chosen; // the meaning that the other charts show
        const double barTop = toChart({ 0, static_cast<double>(count - 1 - i) + kBarWidth / 2 }).y();
        painter.setPen(chosen ? look().accent : look().text);
        drawLabel(painter, { plotRect().left() + 2, barTop }, Qt::AlignLeft | Qt::AlignBottom, nameOf(row.policy));
        if (chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look().accent);
            painter.drawRect(QRectF(
                plotRect().left() - 5, barTop - metrics.ascent() - 2, 3, end.y() - barTop + metrics.ascent() + 8));
        }
    }
}

void MeaningsPlot::styleSeries()
{
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        const QColor fill = kindColor(kind, look().dark);
        const auto inked = [&](const QColor& ink) {
            return m_litKind && *m_litKind != kind ? paledOn(look().card, ink) : ink;
        };
        m_sets[i]->setColor(inked(fill));
        m_sets[i]->setBorderColor(inked(edgeColor(fill, look().dark)));
    }
}

void MeaningsPlot::setLit(std::optional<MemoryKind> kind, std::optional<PolicyId> policy)
{
    if (kind != m_litKind) {
        m_litKind = kind;
        styleSeries();
    }
    if (policy != m_litPolicy) {
        m_litPolicy = policy;
        repaintMarks();
    }
}

MeaningsCard::MeaningsCard(QWidget* parent)
    : PlotCard(QStringLiteral("meanings"), tr("What each meaning of K gives"), tr("Meanings"), parent)
    , m_plot(new MeaningsPlot(this))
{
    setPlot(m_plot);
    connect(m_plot, &ItemPlot::itemPointed, this, [this](qsizetype item) {
        Q_EMIT componentPointed(
            item != ItemPlot::kNone ? HighlightModel::idOfPolicy(m_plot->policyOf(item)) : QString());
    });
}

void MeaningsCard::setHighlighted(const QString& id)
{
    m_plot->setLit(HighlightModel::kindOf(id), HighlightModel::policyOf(id));
}

void MeaningsCard::restyle(const Look& look)
{
    PlotCard::restyle(look);
    fitHeight();
}

void MeaningsCard::resizeEvent(QResizeEvent* event)
{
    PlotCard::resizeEvent(event);
    fitHeight();
}

// Names over bars grow with the type; so does what stands around them, title, measure and axis.
void MeaningsCard::fitHeight()
{
    constexpr int kLeast = 250;
    constexpr double kLinesAround = 4.2;
    constexpr double kSpaceAround = 44;
    constexpr double kMoreForFigures = 1.3; // which stand lower than the names, where those reach them
    const double line = QFontMetricsF(m_plot->look().axis).height();
    const QSizeF lines = m_plot->leastLines();
    const bool meet = m_plot->plotRect().width() < lines.width() * line;
    const double least = (lines.height() * (meet ? kMoreForFigures : 1) + kLinesAround) * line + kSpaceAround;
    setMinimumHeight(std::max(kLeast, static_cast<int>(std::ceil(least))));
}

void MeaningsCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, baseline());
    fitHeight();
    setTitle(findings::meanings(evaluation));
    setMeasure(tr("Total at this K by meaning, GiB, and extra forward") + baselineWords());
    setSummary(findings::meaningsSummary(evaluation));
}

} // namespace sublinear
