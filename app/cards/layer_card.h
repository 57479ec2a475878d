// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/plot_card.h"
#include "app/charts/item_plot.h"
#include "core/base/gib_parts.h"

#include <optional>

class QBarSet;
class QHorizontalStackedBarSeries;

namespace sublinear {

/// The saved set of one layer, tensor by tensor; the order never changes, so that a bar can be
/// followed while it grows. What grows with the square of the sequence is darker, what the policy
/// leaves out is hatched.
class LayerPlot : public ItemPlot {
    Q_OBJECT
public:
    explicit LayerPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation, const Evaluation* baseline);
    /// Lights one tensor, or all of a kind: what stays or what is recomputed.
    void setLit(const QString& tensor, std::optional<MemoryKind> kind);
    [[nodiscard]] QString tensorOf(qsizetype item) const;
    [[nodiscard]] bool growsWithSquare() const { return m_square; } ///< something that is kept does
    /// Of the layer's saved set, what stays under the policy.
    [[nodiscard]] Bytes keptBytes() const { return m_kept; }
    /// As they stand behind the bars; with their sum.
    [[nodiscard]] const GiBParts& texts() const { return m_texts; }

    [[nodiscard]] QSizeF leastLines() const override { return { 7, static_cast<double>(m_components.size()) }; }

protected:
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;
    double rightMargin() const override;
    qsizetype itemCount() const override { return static_cast<qsizetype>(m_components.size()); }
    qsizetype itemAt(QPointF value) const override;
    QPointF placeOf(qsizetype item) const override;
    std::vector<HoverLine> describe(qsizetype item) const override;

private:
    [[nodiscard]] bool isLit(std::size_t component) const;
    [[nodiscard]] bool isDropped(std::size_t component) const { return !m_dropped.empty() && m_dropped[component]; }

    QHorizontalStackedBarSeries* m_series;
    QBarSet* m_linear;
    QBarSet* m_quadratic;
    QBarSet* m_droppedBars;
    std::vector<LayerComponent> m_components;
    std::vector<std::optional<Bytes>> m_ghost; ///< of the baseline's layer, by component
    std::vector<bool> m_dropped; ///< by component; empty for none
    GiBParts m_texts; ///< by component
    Bytes m_total = 0;
    Bytes m_kept = 0;
    bool m_square = false;
    QString m_litTensor;
    std::optional<MemoryKind> m_litKind;
};

class LayerCard : public PlotCard {
    Q_OBJECT
public:
    explicit LayerCard(QWidget* parent = nullptr);
    void setHighlighted(const QString& id) override;
    [[nodiscard]] bool needsPolicy() const override { return false; }

protected:
    void update(const Evaluation& evaluation) override;

private:
    LayerPlot* m_plot;
};

} // namespace sublinear
