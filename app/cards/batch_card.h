// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/compared_curves.h"
#include "app/cards/plot_card.h"
#include "app/charts/k_plot.h"

#include <optional>

namespace sublinear {

/// One number per K as bars: the largest batch, or the throughput at it.
class BarsPlot : public KPlot {
    Q_OBJECT
public:
    enum class Quantity { LargestBatch, Throughput };
    explicit BarsPlot(Quantity quantity, QWidget* parent = nullptr);
    void present(const Evaluation& evaluation, const Evaluation* baseline);

protected:
    std::vector<HoverLine> describe(Count k) const override;
    double markHeight(Count k) const override;
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;

private:
    [[nodiscard]] double valueOf(const SweepRow& row) const;
    [[nodiscard]] QString text(double value) const;

    void fillGhost();
    [[nodiscard]] std::vector<HoverLine> linesOf(Count k, const SweepRow& row) const;

    Quantity m_quantity;
    QAreaSeries* m_bars;
    QLineSeries* m_ghostLine; ///< outlines of the baseline's bars
    std::optional<ComparedCurve> m_ghost;
    Count m_best = kNoNumber;
    Accounting m_accounting = Accounting::Article; ///< decides what throughput counts
    bool m_timed = false; ///< on a device: in samples per second
    bool m_dense = false; ///< too many bars for outlines
};

class BatchCard : public KCard {
    Q_OBJECT
public:
    explicit BatchCard(QWidget* parent = nullptr);

protected:
    void update(const Evaluation& evaluation) override;

private:
    BarsPlot* m_plot;
};

class ThroughputCard : public KCard {
    Q_OBJECT
public:
    explicit ThroughputCard(QWidget* parent = nullptr);

protected:
    void update(const Evaluation& evaluation) override;

private:
    BarsPlot* m_plot;
};

} // namespace sublinear
