// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/number_span.h"
#include "app/charts/plot.h"

namespace sublinear {

/// A plot over K: a guide at the chosen K, one under the pointer, a ring at the recommended one.
/// Click or Enter chooses; arrows move the pointer's guide.
class KPlot : public Plot {
    Q_OBJECT
public:
    explicit KPlot(QWidget* parent = nullptr);

    /// The sweep that is drawn, and the chosen row, which need not be one of its rows.
    void setRows(const Evaluation& evaluation);
    void setMarks(Count chosen, Count recommended); // once the rows are drawn
    /// From another card: the K under the pointer there, kNoNumber for none.
    void setPointedK(Count k);

    [[nodiscard]] const std::vector<SweepRow>& rows() const { return m_rows; }
    [[nodiscard]] const NumberSpan& numbers() const { return m_numbers; }
    [[nodiscard]] Count chosen() const { return m_chosen; }
    [[nodiscard]] Count recommended() const { return m_recommended; }
    [[nodiscard]] Count pointedK() const { return m_pointed; }

Q_SIGNALS:
    void numberChosen(Count k);
    void numberPointed(Count k); ///< kNoNumber: none

protected:
    /// A number's place on the axis.
    [[nodiscard]] double position(Count k) const { return m_numbers.position(k); }
    /// "K=4"; the policy's name has to do where it has no number.
    [[nodiscard]] QString nameOf(Count k) const { return m_numbers.nameOf(k); }
    [[nodiscard]] const SweepRow* rowFor(Count k) const;
    /// What the hover box says of one K.
    virtual std::vector<HoverLine> describe(Count k) const = 0;
    /// Height of K's mark on the y axis, for ring and dot; NaN if K has none.
    virtual double markHeight(Count k) const = 0;

    void paintMarks(QPainter& painter) const override;
    bool movePointer(Move move) override;
    bool takePointed() override;
    bool dropPointed() override;

private:
    void setNumbers(const NumberSpan& numbers);
    void point(Count k, QPointF position);
    void paintGuide(QPainter& painter, Count k, const QPen& pen) const;

    std::vector<SweepRow> m_rows;
    SweepRow m_chosenRow;
    NumberSpan m_numbers;
    bool m_hasNumbers = false; ///< m_numbers came from an evaluation
    Count m_chosen = 1;
    Count m_recommended = kNoNumber;
    Count m_pointed = kNoNumber;
};

} // namespace sublinear
