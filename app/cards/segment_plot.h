// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/item_plot.h"
#include "app/charts/number_span.h"

namespace sublinear {

/// What stays of a stack under segments, over their length K: the curve of one ratio of layer to
/// boundary with its least marked, and beside it that of the scenario's own ratio.
class SegmentPlot : public ItemPlot {
    Q_OBJECT
public:
    explicit SegmentPlot(QWidget* parent = nullptr);

    void present(Count layers, double ratio, double ownRatio);
    /// Layers and ratio of the baseline; 0 layers without one. Before present().
    void setBaseline(Count layers, double ratio);
    void setPointedK(Count k); ///< a guide there; kNoNumber for none
    [[nodiscard]] const std::vector<Count>& best() const { return m_best; }

protected:
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;
    [[nodiscard]] qsizetype itemCount() const override { return static_cast<qsizetype>(m_layers); }
    [[nodiscard]] qsizetype itemAt(QPointF value) const override;
    [[nodiscard]] QPointF placeOf(qsizetype item) const override;
    [[nodiscard]] std::vector<HoverLine> describe(qsizetype item) const override;

private:
    [[nodiscard]] QList<QPointF> curve(double ratio) const { return curve(m_layers, ratio); }
    [[nodiscard]] QList<QPointF> curve(Count layers, double ratio) const;
    void paintRoot(QPainter& painter, double k, const QString& name, const QPen& pen, int line) const;

    QLineSeries* m_ghostLine;
    QLineSeries* m_own;
    QLineSeries* m_cost;
    Count m_ghostLayers = 0;
    double m_ghostRatio = 1;
    Count m_pointedK = kNoNumber;
    Count m_layers = 1;
    double m_ratio = 1;
    double m_ownRatio = 1; ///< of the scenario; one curve where the two are the same
    std::vector<Count> m_best { 1 };
};

} // namespace sublinear
