// SPDX-License-Identifier: MIT
#include "app/cards/depth_card.h"

#include "app/cards/findings.h"
#include "app/charts/stripes.h"
#include "app/charts/sweep_rows.h"
#include "core/base/units.h"

#include <QAreaSeries>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr qsizetype kSeparateBars = 128; ///< more would be all outline

constexpr std::array<LayerFate, 4> kFates { LayerFate::Recomputed, LayerFate::Boundary, LayerFate::Kept,
    LayerFate::Checkpoint };

QColor fateColor(LayerFate fate, bool dark)
{
    switch (fate) {
    case LayerFate::Kept:
        return kindColor(MemoryKind::Activations, dark);
    case LayerFate::Checkpoint:
    case LayerFate::Boundary:
        return kindColor(MemoryKind::Checkpoints, dark);
    case LayerFate::Recomputed:
        break;
    }
    return kindColor(MemoryKind::Recomputed, dark);
}

} // namespace

DepthPlot::DepthPlot(QWidget* parent)
    : ItemPlot(parent)
{
    const std::array<QString, 4> names { QStringLiteral("kept"), QStringLiteral("checkpoint"),
        QStringLiteral("boundary"), QStringLiteral("recomputed") };
    for (const LayerFate fate : kFates) { // a boundary stands before the outline of its layer
        const auto index = static_cast<std::size_t>(fate);
        m_areas[index] = addArea(names[index]);
    }
    setXTitle(tr("layer"));
}

qsizetype DepthPlot::itemAt(QPointF value) const
{
    const qsizetype layer = std::lround(value.x());
    return layer >= 1 && layer <= itemCount() ? layer - 1 : kNone;
}

QPointF DepthPlot::placeOf(qsizetype item) const
{
    return { static_cast<double>(item + 1), inGiB(m_layerBytes) / 2 };
}

void DepthPlot::present(const Evaluation& evaluation)
{
    m_fates = layerFates(chosenPolicy(evaluation.scenario), evaluation.scenario.model.layers);
    m_layerBytes = evaluation.layer.totalBytes;
    m_boundaryBytes = evaluation.layer.boundaryBytes;
    const auto count = static_cast<qsizetype>(m_fates.size());
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
    const AxisSpec previous = yAxis();
    setYAxis(valueAxis(0, inGiB(m_layerBytes) * 1.05, &previous));
    for (const LayerFate fate : kFates) {
        const bool used = std::find(m_fates.begin(), m_fates.end(), fate) != m_fates.end();
        QAreaSeries* area = m_areas[static_cast<std::size_t>(fate)];
        // The recomputed outline also stands behind a kept input: that layer is recomputed as well.
        const bool outline = fate == LayerFate::Recomputed;
        const bool shown = used
            || (outline && m_areas[0] != nullptr
                && std::find(m_fates.begin(), m_fates.end(), LayerFate::Boundary) != m_fates.end());
        area->setVisible(shown);
        if (!shown) {
            continue;
        }
        const double height = inGiB(fate == LayerFate::Boundary ? m_boundaryBytes : m_layerBytes);
        area->upperSeries()->replace(barEdge(
            count, [](qsizetype i) { return static_cast<double>(i) + 0.5; },
            [&](qsizetype i) {
                const LayerFate own = m_fates[static_cast<std::size_t>(i)];
                return own == fate || (outline && own == LayerFate::Boundary) ? height : 0.0;
            },
            count <= kSeparateBars ? 0.12 : 0.0));
    }
    if (m_dense != (count > kSeparateBars)) {
        m_dense = count > kSeparateBars;
        styleSeries();
    }
    refreshHover();
}

std::vector<HoverLine> DepthPlot::describe(qsizetype item) const
{
    const LayerFate fate = m_fates[static_cast<std::size_t>(item)];
    const qsizetype layer = item + 1;
    const QString whole = gibUnitText(m_layerBytes);
    const QString input = gibUnitText(m_boundaryBytes);
    QString text;
    switch (fate) {
    case LayerFate::Kept:
        text = tr("Layer %1: kept in full, %2").arg(layer).arg(whole);
        break;
    case LayerFate::Checkpoint:
        text = tr("Layer %1: checkpoint, kept in full, %2").arg(layer).arg(whole);
        break;
    case LayerFate::Boundary:
        text = tr("Layer %1: keeps its input, %2; %3 recomputed").arg(layer).arg(input, whole);
        break;
    case LayerFate::Recomputed:
        text = tr("Layer %1: dropped, %2 recomputed").arg(layer).arg(whole);
        break;
    }
    return { { text, fateColor(fate, look().dark) } };
}

void DepthPlot::styleSeries()
{
    for (const LayerFate fate : kFates) {
        const QColor color = fateColor(fate, look().dark);
        QAreaSeries* area = m_areas[static_cast<std::size_t>(fate)];
        area->setPen(m_dense ? QPen(Qt::NoPen) : QPen(edgeColor(color, look().dark), 0.8));
        // What is not there is hatched: a second channel beside colour.
        area->setBrush(fate == LayerFate::Recomputed ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
    }
}

DepthCard::DepthCard(QWidget* parent)
    : PlotCard(QStringLiteral("depth"), tr("The depth of the model"), tr("Depth"), parent)
    , m_plot(new DepthPlot(this))
{
    setPlot(m_plot);
}

void DepthCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation);
    setTitle(findings::depth(evaluation));
    setMeasure(tr("What each layer keeps until its backward, GiB; hatched is recomputed"));
    setSummary(findings::depthSummary(evaluation));
}

} // namespace sublinear
