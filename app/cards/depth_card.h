// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/plot_card.h"
#include "app/charts/item_plot.h"

#include <array>
#include <optional>

namespace sublinear {

/// A bar per layer: kept in full, checkpoint, without named tensors, only the input, recomputed.
class DepthPlot : public ItemPlot {
    Q_OBJECT
public:
    explicit DepthPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation, const Evaluation* baseline);
    void setLit(std::optional<MemoryKind> kind);
    [[nodiscard]] MemoryKind kindOf(qsizetype item) const; ///< that a layer's bar has the colour of

protected:
    void styleSeries() override;
    qsizetype itemCount() const override { return static_cast<qsizetype>(m_layers.size()); }
    qsizetype itemAt(QPointF value) const override;
    QPointF placeOf(qsizetype item) const override;
    std::vector<HoverLine> describe(qsizetype item) const override;

private:
    void fill(LayerFate fate);
    [[nodiscard]] static double height(LayerFate series, const LayerStore& layer);

    std::array<QAreaSeries*, 5> m_areas {}; ///< by LayerFate
    QLineSeries* m_ghostLine = nullptr; ///< what the baseline keeps of each layer
    std::vector<LayerStore> m_ghost;
    std::vector<LayerStore> m_layers;
    QString m_dropped; ///< what layers kept in part leave out; empty where each has its own
    std::optional<MemoryKind> m_lit;
    bool m_dense = false;
};

class DepthCard : public PlotCard {
    Q_OBJECT
public:
    explicit DepthCard(QWidget* parent = nullptr);
    void setHighlighted(const QString& id) override;

protected:
    void update(const Evaluation& evaluation) override;

private:
    DepthPlot* m_plot;
};

} // namespace sublinear
