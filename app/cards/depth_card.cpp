// SPDX-License-Identifier: MIT
#include "app/cards/depth_card.h"

#include "app/cards/dropped_tensors.h"
#include "app/cards/findings.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/highlight/highlight_model.h"
#include "app/highlight/pale.h"
#include "core/base/units.h"

#include <QAreaSeries>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr qsizetype kSeparateBars = 128; ///< more would be all outline

// What is made again stands behind what is kept of the same layer.
constexpr std::array<LayerFate, 5> kFates { LayerFate::Recomputed, LayerFate::Boundary, LayerFate::KeptInPart,
    LayerFate::Kept, LayerFate::Checkpoint };

QString seriesName(LayerFate fate)
{
    switch (fate) {
    case LayerFate::Kept:
        return QStringLiteral("kept");
    case LayerFate::Checkpoint:
        return QStringLiteral("checkpoint");
    case LayerFate::Boundary:
        return QStringLiteral("boundary");
    case LayerFate::KeptInPart:
        return QStringLiteral("kept_in_part");
    case LayerFate::Recomputed:
        break;
    }
    return QStringLiteral("recomputed");
}

MemoryKind fateKind(LayerFate fate)
{
    switch (fate) {
    case LayerFate::Kept:
    case LayerFate::KeptInPart:
        return MemoryKind::Activations;
    case LayerFate::Checkpoint:
    case LayerFate::Boundary:
        return MemoryKind::Checkpoints;
    case LayerFate::Recomputed:
        break;
    }
    return MemoryKind::Recomputed;
}

QColor fateColor(LayerFate fate, bool dark)
{
    return kindColor(fateKind(fate), dark);
}

} // namespace

DepthPlot::DepthPlot(QWidget* parent)
    : ItemPlot(parent)
{
    for (const LayerFate fate : kFates) {
        m_areas[static_cast<std::size_t>(fate)] = addArea(seriesName(fate));
    }
    m_ghostLine = addLine(QStringLiteral("baseline"));
    setXTitle(tr("layer"));
}

qsizetype DepthPlot::itemAt(QPointF value) const
{
    const qsizetype layer = std::lround(value.x());
    return layer >= 1 && layer <= itemCount() ? layer - 1 : kNone;
}

QPointF DepthPlot::placeOf(qsizetype item) const
{
    return { static_cast<double>(item + 1), inGiB(m_layers[static_cast<std::size_t>(item)].wholeBytes) / 2 };
}

void DepthPlot::present(const Evaluation& evaluation, const Evaluation* baseline)
{
    m_layers = evaluation.depth;
    m_ghost = baseline != nullptr ? baseline->depth : std::vector<LayerStore> {};
    m_ghost.resize(std::min(m_ghost.size(), m_layers.size()));
    m_dropped = droppedWords(evaluation.scenario);
    const auto count = itemCount();
    AxisSpec x;
    x.minimum = 0.4;
    x.maximum = static_cast<double>(count) + 0.6;
    const AxisSpec round = valueAxis(0, static_cast<double>(count), nullptr, 1);
    if (count > 0) {
        x.ticks.push_back({ 1, QStringLiteral("1") });
    }
    for (const Tick& tick : round.ticks) {
        if (tick.at > 1 && tick.at <= static_cast<double>(count)) {
            x.ticks.push_back(tick);
        }
    }
    setXAxis(x);
    Bytes highest = 0;
    for (const LayerStore& layer : m_layers) {
        highest = std::max(highest, layer.wholeBytes);
    }
    for (const LayerStore& layer : m_ghost) {
        highest = std::max(highest, layer.keptBytes);
    }
    if (!m_ghost.empty() || m_ghostLine->count() > 0) {
        m_ghostLine->replace(stripeEdge(
            static_cast<qsizetype>(m_ghost.size()), [](qsizetype i) { return static_cast<double>(i) + 0.5; },
            [&](qsizetype i) { return inGiB(m_ghost[static_cast<std::size_t>(i)].keptBytes); }));
    }
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, inGiB(highest) * 1.05, &previous));
    for (const LayerFate fate : kFates) {
        fill(fate);
    }
    if (m_dense != (count > kSeparateBars)) {
        m_dense = count > kSeparateBars;
        styleSeries();
    }
    refreshHover();
}

double DepthPlot::height(LayerFate series, const LayerStore& layer)
{
    if (series == LayerFate::Recomputed) {
        return layer.keptBytes < layer.wholeBytes ? inGiB(layer.wholeBytes) : 0;
    }
    return layer.fate == series ? inGiB(layer.keptBytes) : 0;
}

void DepthPlot::fill(LayerFate fate)
{
    QAreaSeries* area = m_areas[static_cast<std::size_t>(fate)];
    const bool used =
        std::any_of(m_layers.begin(), m_layers.end(), [&](const LayerStore& layer) { return height(fate, layer) > 0; });
    area->setVisible(used);
    if (used) {
        area->upperSeries()->replace(barEdge(
            itemCount(), [](qsizetype i) { return static_cast<double>(i) + 0.5; },
            [&](qsizetype i) { return height(fate, m_layers[static_cast<std::size_t>(i)]); },
            itemCount() <= kSeparateBars ? 0.12 : 0.0));
    }
}

std::vector<HoverLine> DepthPlot::describe(qsizetype item) const
{
    const LayerStore& store = m_layers[static_cast<std::size_t>(item)];
    const LayerFate fate = store.fate;
    const qsizetype layer = item + 1;
    const QString whole = gibUnitText(store.wholeBytes);
    const QString kept = gibUnitText(store.keptBytes);
    QString text;
    switch (fate) {
    case LayerFate::Kept:
        text = tr("Layer %1: kept in full, %2").arg(layer).arg(whole);
        break;
    case LayerFate::Checkpoint:
        text = tr("Layer %1: checkpoint, kept in full, %2").arg(layer).arg(whole);
        break;
    case LayerFate::Boundary:
        text = tr("Layer %1: keeps its input, %2; %3 recomputed").arg(layer).arg(kept, whole);
        break;
    case LayerFate::KeptInPart:
        text = m_dropped.isEmpty()
            ? tr("Layer %1: keeps %2 of %3, the rest recomputed").arg(layer).arg(kept, whole)
            : tr("Layer %1: keeps %2 of %3, %4 recomputed").arg(layer).arg(kept, whole, m_dropped);
        break;
    case LayerFate::Recomputed:
        text = tr("Layer %1: dropped, %2 recomputed").arg(layer).arg(whole);
        break;
    }
    std::vector<HoverLine> lines { { text, fateColor(fate, look().dark) } };
    if (static_cast<std::size_t>(item) < m_ghost.size()) {
        lines.push_back({ baselineLine(store.keptBytes, m_ghost[static_cast<std::size_t>(item)].keptBytes) });
    }
    return lines;
}

void DepthPlot::styleSeries()
{
    m_ghostLine->setPen(ghostPen(look()));
    const bool shown = m_lit && std::any_of(m_layers.begin(), m_layers.end(), [this](const LayerStore& layer) {
        return fateKind(layer.fate) == *m_lit
            || (*m_lit == MemoryKind::Recomputed && layer.keptBytes < layer.wholeBytes);
    });
    for (const LayerFate fate : kFates) {
        const bool out = shown && *m_lit != fateKind(fate);
        const auto inked = [&](const QColor& ink) { return out ? paledOn(look().card, ink) : ink; };
        const QColor color = inked(fateColor(fate, look().dark));
        QAreaSeries* area = m_areas[static_cast<std::size_t>(fate)];
        area->setPen(
            m_dense ? QPen(Qt::NoPen) : QPen(inked(edgeColor(fateColor(fate, look().dark), look().dark)), 0.8));
        // What is not there is hatched: a second channel beside colour.
        area->setBrush(fate == LayerFate::Recomputed ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
    }
}

void DepthPlot::setLit(std::optional<MemoryKind> kind)
{
    if (kind != m_lit) {
        m_lit = kind;
        styleSeries();
    }
}

MemoryKind DepthPlot::kindOf(qsizetype item) const
{
    return fateKind(m_layers[static_cast<std::size_t>(item)].fate);
}

DepthCard::DepthCard(QWidget* parent)
    : PlotCard(QStringLiteral("depth"), tr("The depth of the model"), tr("Depth"), parent)
    , m_plot(new DepthPlot(this))
{
    setPlot(m_plot);
    connect(m_plot, &ItemPlot::itemPointed, this, [this](qsizetype item) {
        Q_EMIT componentPointed(
            item != ItemPlot::kNone ? HighlightModel::idOf(std::optional(m_plot->kindOf(item))) : QString());
    });
}

void DepthCard::setHighlighted(const QString& id)
{
    m_plot->setLit(HighlightModel::kindOf(id));
}

void DepthCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, baseline());
    setTitle(findings::depth(evaluation));
    // Where all layers are kept in part, the title names what they leave out.
    const auto inPart = [](const LayerStore& layer) { return layer.fate == LayerFate::KeptInPart; };
    const bool some = std::any_of(evaluation.depth.begin(), evaluation.depth.end(), inPart)
        && !std::all_of(evaluation.depth.begin(), evaluation.depth.end(), inPart);
    const QString dropped = droppedWords(evaluation.scenario);
    setMeasure((some && !dropped.isEmpty() ? tr("Kept, GiB; in part: without %1").arg(dropped)
                                           : tr("Kept until backward, GiB; hatched: recomputed"))
        + baselineWords());
    setSummary(findings::depthSummary(evaluation));
}

} // namespace sublinear
