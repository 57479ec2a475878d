// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"
#include "app/charts/plot.h"

#include <array>

namespace sublinear {

/// A bar per layer: kept in full, checkpoint, only the input, recomputed.
class DepthPlot : public Plot {
    Q_OBJECT
public:
    explicit DepthPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation);

protected:
    void styleSeries() override;

private:
    [[nodiscard]] std::vector<HoverLine> describe(std::size_t layer) const;

    std::array<QAreaSeries*, 4> m_areas {}; ///< by LayerFate
    std::vector<LayerFate> m_fates;
    Bytes m_layerBytes = 0;
    Bytes m_boundaryBytes = 0;
};

class DepthCard : public Card {
    Q_OBJECT
public:
    explicit DepthCard(QWidget* parent = nullptr);

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    DepthPlot* m_plot;
};

} // namespace sublinear
