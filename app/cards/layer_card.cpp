// SPDX-License-Identifier: MIT
#include "app/cards/layer_card.h"

#include "app/cards/dropped_tensors.h"
#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/highlight/highlight_model.h"
#include "app/highlight/pale.h"
#include "app/model/text.h"
#include "core/base/gib_parts.h"

#include <QBarSet>
#include <QCoreApplication>
#include <QHorizontalStackedBarSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kBarWidth = 0.72;

QString componentName(const LayerComponent& component)
{
    return QCoreApplication::translate("LayerComponent", std::string(component.name).c_str());
}

bool growsWithSquareOf(const LayerComponent& component)
{
    return component.formula.find("S*S") != std::string_view::npos;
}

} // namespace

LayerPlot::LayerPlot(QWidget* parent)
    : ItemPlot(parent)
    , m_series(new QHorizontalStackedBarSeries)
    , m_linear(new QBarSet(QStringLiteral("linear")))
    , m_quadratic(new QBarSet(QStringLiteral("quadratic")))
    , m_droppedBars(new QBarSet(QStringLiteral("dropped")))
{
    m_series->append(m_linear);
    m_series->append(m_quadratic);
    m_series->append(m_droppedBars);
    m_series->setBarWidth(kBarWidth);
    adopt(m_series, QStringLiteral("tensors"));
}

qsizetype LayerPlot::itemAt(QPointF value) const
{
    const qsizetype fromBelow = std::lround(value.y());
    return fromBelow >= 0 && fromBelow < itemCount() ? itemCount() - 1 - fromBelow : kNone;
}

QPointF LayerPlot::placeOf(qsizetype item) const
{
    return { inGiB(m_components[static_cast<std::size_t>(item)].bytes), static_cast<double>(itemCount() - 1 - item) };
}

std::vector<HoverLine> LayerPlot::describe(qsizetype item) const
{
    const LayerComponent& component = m_components[static_cast<std::size_t>(item)];
    const QString size = componentName(component) + QStringLiteral(": ") + gibUnitText(component.bytes, 3);
    std::vector<HoverLine> lines {
        { isDropped(static_cast<std::size_t>(item)) ? tr("%1, dropped and recomputed").arg(size) : size },
        { toQString(component.formula) + QStringLiteral(" = ") + QString::fromStdString(formatGrouped(component.bytes))
            + tr(" bytes") }
    };
    if (const std::optional<Bytes> before = m_ghost[static_cast<std::size_t>(item)]) {
        lines.push_back({ baselineLine(component.bytes, *before) });
    }
    return lines;
}

void LayerPlot::present(const Evaluation& evaluation, const Evaluation* baseline)
{
    m_components = evaluation.layer.components;
    m_ghost.assign(m_components.size(), std::nullopt);
    for (const LayerComponent& before :
        baseline != nullptr ? baseline->layer.components : std::vector<LayerComponent> {}) {
        const auto same = std::find_if(m_components.begin(), m_components.end(),
            [&](const LayerComponent& component) { return component.id == before.id; });
        if (same != m_components.end()) {
            m_ghost[static_cast<std::size_t>(same - m_components.begin())] = before.bytes;
        }
    }
    m_total = evaluation.layer.totalBytes;
    m_texts = formatGiBPartsOf(m_components);
    m_dropped = droppedComponents(evaluation);
    m_kept = 0;
    m_square = false;
    const auto count = static_cast<qsizetype>(m_components.size());
    for (QBarSet* set : { m_linear, m_quadratic, m_droppedBars }) {
        if (set->count() > count) {
            set->remove(static_cast<int>(count), set->count() - static_cast<int>(count));
        }
        while (set->count() < count) {
            set->append(0);
        }
    }
    AxisSpec names;
    names.minimum = -0.5;
    names.maximum = static_cast<double>(count) - 0.5;
    double highest = 0;
    for (qsizetype i = 0; i < count; ++i) { // bars are drawn from below, the list reads from above
        const auto index = static_cast<std::size_t>(count - 1 - i);
        const LayerComponent& component = m_components[index];
        const double value = inGiB(component.bytes);
        const bool dropped = isDropped(index);
        const bool square = !dropped && growsWithSquareOf(component);
        m_linear->replace(static_cast<int>(i), square || dropped ? 0 : value);
        m_quadratic->replace(static_cast<int>(i), square ? value : 0);
        m_droppedBars->replace(static_cast<int>(i), dropped ? value : 0);
        m_kept += dropped ? 0 : component.bytes;
        m_square = m_square || square;
        names.ticks.push_back({ static_cast<double>(i), componentName(component) });
        highest = std::max({ highest, value, inGiB(m_ghost[index].value_or(0)) });
    }
    const AxisSpec previous = xAxis();
    setXAxis(valueAxis(0, highest, &previous));
    setYAxis(names);
    refreshHover();
    repaintMarks();
}

double LayerPlot::rightMargin() const
{
    return QFontMetricsF(look().axis).horizontalAdvance(QStringLiteral("00.0000  100 %")) + 8;
}

void LayerPlot::paintMarks(QPainter& painter) const
{
    painter.setFont(look().axis);
    const auto count = m_components.size();
    const QFontMetricsF metrics(look().axis);
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
        any = any || isLit(i);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const LayerComponent& component = m_components[i];
        const auto fromBelow = static_cast<double>(count - 1 - i);
        QPointF end = toChart({ inGiB(component.bytes), fromBelow });
        if (any && !isLit(i)) {
            paintPaleOver(painter, look().card,
                QRectF(toChart({ 0, fromBelow + kBarWidth / 2 }),
                    toChart({ inGiB(component.bytes), fromBelow - kBarWidth / 2 })));
        }
        if (m_ghost[i]) {
            const QPointF corner = toChart({ inGiB(*m_ghost[i]), fromBelow - kBarWidth / 2 });
            painter.setPen(ghostPen(look()));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(toChart({ 0, fromBelow + kBarWidth / 2 }), corner));
            end.setX(std::max(end.x(), corner.x()));
        }
        const QString value = QString::fromStdString(m_texts.parts[i]);
        painter.setPen(look().text);
        painter.drawText(QPointF(end.x() + 5, end.y() + metrics.ascent() / 2 - 1), value);
        const double share = m_total > 0 ? static_cast<double>(component.bytes) / static_cast<double>(m_total) : 0;
        painter.setPen(look().muted);
        painter.drawText(QPointF(end.x() + 5 + metrics.horizontalAdvance(value + QStringLiteral("  ")),
                             end.y() + metrics.ascent() / 2 - 1),
            QString::fromStdString(formatPercent(share, 0)));
    }
}

void LayerPlot::styleSeries()
{
    const QColor fill = kindColor(MemoryKind::Activations, look().dark);
    m_linear->setColor(fill);
    m_linear->setBorderColor(edgeColor(fill, look().dark));

    m_quadratic->setBrush(QBrush(fill.darker(150)));
    m_quadratic->setBorderColor(edgeColor(fill.darker(150), look().dark));
    const QColor again = kindColor(MemoryKind::Recomputed, look().dark); // as in the depth of the model
    m_droppedBars->setBrush(QBrush(again, Qt::BDiagPattern));
    m_droppedBars->setBorderColor(edgeColor(again, look().dark));
}

QString LayerPlot::tensorOf(qsizetype item) const
{
    return toQString(m_components[static_cast<std::size_t>(item)].id);
}

bool LayerPlot::isLit(std::size_t component) const
{
    if (m_litKind) {
        return *m_litKind == (isDropped(component) ? MemoryKind::Recomputed : MemoryKind::Activations);
    }
    return !m_litTensor.isEmpty() && tensorOf(static_cast<qsizetype>(component)) == m_litTensor;
}

void LayerPlot::setLit(const QString& tensor, std::optional<MemoryKind> kind)
{
    if (tensor != m_litTensor || kind != m_litKind) {
        m_litTensor = tensor;
        m_litKind = kind;
        repaintMarks();
    }
}

LayerCard::LayerCard(QWidget* parent)
    : PlotCard(QStringLiteral("layers"), tr("One layer's tensors"), tr("One layer"), parent)
    , m_plot(new LayerPlot(this))
{
    setPlot(m_plot);
    connect(m_plot, &ItemPlot::itemPointed, this, [this](qsizetype item) {
        Q_EMIT componentPointed(
            item != ItemPlot::kNone ? HighlightModel::idOfTensor(m_plot->tensorOf(item)) : QString());
    });
}

void LayerCard::setHighlighted(const QString& id)
{
    m_plot->setLit(HighlightModel::tensorOf(id), HighlightModel::kindOf(id));
}

void LayerCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, baseline());
    const Bytes total = evaluation.layer.totalBytes;
    const QString dropped = droppedWords(evaluation.scenario);
    const bool whole = dropped.isEmpty() || m_plot->keptBytes() == total;
    setTitle(findings::layer(evaluation, whole ? QString() : dropped, m_plot->keptBytes()));
    const QString all = QString::fromStdString(m_plot->texts().total) + QStringLiteral(" GiB");
    setMeasure((whole ? tr("%1 kept for backward").arg(all)
                      : tr("%1 of %2 kept; hatched: recomputed").arg(gibText(m_plot->keptBytes()), all))
        + (m_plot->growsWithSquare() ? tr("; dark grows with S²") : QString()) + baselineWords());
    setSummary(findings::layerSummary(evaluation));
}

} // namespace sublinear
