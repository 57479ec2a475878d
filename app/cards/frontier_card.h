// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"
#include "app/charts/plot.h"
#include "app/charts/sweep_rows.h"

#include <optional>

namespace sublinear {

/// Saved memory against extra forward: one point per K. The front is joined, dominated points are
/// grey, the line says how much must be saved to fit.
class FrontierPlot : public Plot {
    Q_OBJECT
public:
    explicit FrontierPlot(QWidget* parent = nullptr);
    void present(const Evaluation& evaluation);
    void setPointedK(Count k);

Q_SIGNALS:
    void numberChosen(Count k);
    void numberPointed(Count k);

protected:
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] Count nearestK(QPointF position) const;
    [[nodiscard]] QString nameOf(Count k) const;
    [[nodiscard]] QPointF place(const SweepRow& row) const;
    void point(Count k, QPointF position);
    void paintNeededSaving(QPainter& painter) const;
    /// Room for a name beside a point, clear of the names already there.
    [[nodiscard]] std::optional<QRectF> freeBox(QPointF at, QSizeF size, const std::vector<QRectF>& taken) const;
    void paintNames(QPainter& painter) const;

    QLineSeries* m_front;
    QScatterSeries* m_frontPoints;
    QScatterSeries* m_dominated;
    std::vector<SweepRow> m_rows;
    NumberSpan m_numbers;
    Count m_chosen = kNoNumber;
    Count m_recommended = kNoNumber;
    Count m_pointed = kNoNumber;
    double m_neededSaving = 0; ///< percent of store-all's total; at or below 0 everything fits
    QString m_limitText;
};

class FrontierCard : public Card {
    Q_OBJECT
public:
    explicit FrontierCard(QWidget* parent = nullptr);
    void setPointedK(Count k) override;

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    FrontierPlot* m_plot;
};

} // namespace sublinear
