// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/plot_card.h"
#include "app/charts/k_plot.h"

#include <array>

namespace sublinear {

/// Total memory over K, stacked by kind, with the device's limit. Policies to compare with are lines.
class MemoryPlot : public KPlot {
    Q_OBJECT
public:
    explicit MemoryPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation);

protected:
    std::vector<HoverLine> describe(Count k) const override;
    double markHeight(Count k) const override;
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;

private:
    void fillCompared();
    void paintComparedNames(QPainter& painter) const;

    std::array<QAreaSeries*, kMemoryKinds> m_areas {}; ///< upper edge = sum up to that kind
    std::array<QLineSeries*, kPolicyCount> m_compared {}; ///< totals of other policies over the same K
    std::vector<SweepRow> m_comparedRows;
    QString m_deviceName;
    Bytes m_capacity = 0;
};

class MemoryCard : public KCard {
    Q_OBJECT
public:
    explicit MemoryCard(QWidget* parent = nullptr);

protected:
    void update(const Evaluation& evaluation) override;

private:
    MemoryPlot* m_plot;
};

} // namespace sublinear
