// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/plot_card.h"
#include "app/charts/item_plot.h"

#include <array>
#include <optional>

class QBarSet;
class QHorizontalStackedBarSeries;

namespace sublinear {

/// What each meaning of "checkpoint every K" makes of the chosen K: one stacked bar per policy against
/// the device's limit, with its extra forward and the framework flag that means it.
class MeaningsPlot : public ItemPlot {
    Q_OBJECT
public:
    explicit MeaningsPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation, const Evaluation* baseline);
    void setLit(std::optional<MemoryKind> kind, std::optional<PolicyId> policy);
    [[nodiscard]] PolicyId policyOf(qsizetype item) const { return m_rows[static_cast<std::size_t>(item)].policy; }

    [[nodiscard]] QSizeF leastLines() const override;

protected:
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;
    double rightMargin() const override;
    qsizetype itemCount() const override { return static_cast<qsizetype>(m_rows.size()); }
    qsizetype itemAt(QPointF value) const override;
    QPointF placeOf(qsizetype item) const override;
    std::vector<HoverLine> describe(qsizetype item) const override;

private:
    [[nodiscard]] const SweepRow* ghostOf(const SweepRow& row) const;

    QHorizontalStackedBarSeries* m_series;
    std::array<QBarSet*, kMemoryKinds> m_sets {};
    std::vector<SweepRow> m_rows; ///< first row stands on top
    std::vector<SweepRow> m_ghost; ///< the baseline's, in an order of their own
    PolicyId m_chosen = PolicyId::Article;
    Bytes m_capacity = 0;
    std::optional<MemoryKind> m_litKind;
    std::optional<PolicyId> m_litPolicy;
};

class MeaningsCard : public PlotCard {
    Q_OBJECT
public:
    explicit MeaningsCard(QWidget* parent = nullptr);
    void setHighlighted(const QString& id) override;
    [[nodiscard]] bool needsPolicy() const override { return false; }

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();

    MeaningsPlot* m_plot;
};

} // namespace sublinear
