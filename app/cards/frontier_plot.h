// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/number_span.h"
#include "app/charts/plot.h"
#include "app/measure/shown_marks.h"
#include "app/model/beside_rows.h"

#include <optional>

namespace sublinear {

/// Saved memory against extra forward: one point per K. The front is joined, dominated points are
/// grey, the line says how much must be saved to fit. Policies to compare with stand beside it, each
/// with its own marker. Every curve's saving is against what the same way of counting needs to store
/// all: the law's against the law's, the executed one's against the executed one's.
class FrontierPlot : public Plot {
    Q_OBJECT
public:
    explicit FrontierPlot(QWidget* parent = nullptr);
    void present(
        const Evaluation& evaluation, const BesideRows& beside, const ShownMarks& measured, const Evaluation* baseline);
    /// Where a measured point stands, in values; the same of its prediction.
    [[nodiscard]] QPointF place(const MeasuredMark& mark) const;
    [[nodiscard]] QPointF ownPlace(const MeasuredMark& mark) const;
    void setPointedK(Count k);
    void setLitPolicy(std::optional<PolicyId> policy); ///< the points of others are pale

Q_SIGNALS:
    void numberChosen(Count k);
    void numberPointed(Count k);
    void policyChosen(const PolicySpec& spec); ///< a point of another policy

protected:
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;
    bool movePointer(Move move) override;
    bool takePointed() override;
    bool dropPointed() override;

private:
    /// % of a forward pass; who recomputes more would squeeze all others together.
    static constexpr int kFar = 300;

    [[nodiscard]] const SweepRow* nearestRow(QPointF position) const;
    [[nodiscard]] bool isOwn(const SweepRow& row) const;
    [[nodiscard]] QString numberOf(const SweepRow& row) const; ///< "K=4"; the policy where it has none
    [[nodiscard]] QString nameOf(const SweepRow& row) const; ///< with the policy unless it is the own
    [[nodiscard]] std::vector<HoverLine> describe(const SweepRow& row) const;
    void fillFront();
    void fillBeside();
    void syncLegend();
    [[nodiscard]] QString besideText() const;
    [[nodiscard]] QPointF place(const SweepRow& row) const;
    [[nodiscard]] const SweepRow* rowFor(Count k) const;
    [[nodiscard]] const BesideRows::Figure* besideFigure(const SweepRow& row) const;
    void point(const SweepRow* row, QPointF position);
    void paintPoints(QPainter& painter) const;
    [[nodiscard]] bool isPale(const SweepRow& row) const; ///< another that is shown is lit
    void paintPoint(QPainter& painter, const SweepRow& row) const;
    void paintMeasured(QPainter& painter) const;
    void paintGhost(QPainter& painter) const;
    /// From the baseline to the chosen point, where both are in the picture.
    [[nodiscard]] std::optional<QLineF> ghostArrow() const;
    void paintGhostArrow(QPainter& painter) const;
    void paintSetNames(QPainter& painter) const;
    [[nodiscard]] const ShownMark* nearestMark(QPointF position) const;
    /// Percent of what storing all takes as measured points count it: in article accounting they
    /// belong to what is executed.
    [[nodiscard]] double savedBy(Bytes totalBytes) const;
    [[nodiscard]] QColor frontColor() const;
    /// What the device's limit says, and where.
    struct LimitText {
        QPointF anchor;
        Qt::Alignment alignment;
        QString text;
        QColor ink;
        [[nodiscard]] QRectF box(const QFontMetricsF& metrics) const;
    };
    [[nodiscard]] LimitText limitText() const;
    /// The second curve's own, at the right end; empty where it is not in the picture or has no room.
    [[nodiscard]] std::optional<LimitText> besideLimitText() const;
    [[nodiscard]] bool besideLimitInside() const;
    [[nodiscard]] bool isInside(double saving) const;
    [[nodiscard]] bool limitInside() const { return isInside(m_neededSaving); }
    [[nodiscard]] QString farText() const; ///< empty where everything is shown
    [[nodiscard]] bool inView(const SweepRow& row) const;
    void paintLimits(QPainter& painter) const;
    void paintLimitTexts(QPainter& painter) const;
    /// What a name should not lie on.
    struct Obstacles {
        std::vector<QRectF> boxes;
        std::vector<QPointF> dots;
        std::vector<QLineF> lines;
        [[nodiscard]] bool meet(const QRectF& box) const;
        /// Whether no other dot is as near to a name as its own.
        [[nodiscard]] bool leaveTo(const QRectF& box, QPointF own) const;
        [[nodiscard]] bool hideBehind(const QRectF& box) const; ///< whether a dot or a box would
    };
    [[nodiscard]] Obstacles obstacles() const;
    /// Room for a name beside a point, clear of all that and nearest to its point.
    [[nodiscard]] std::optional<QRectF> freeBox(
        QPointF at, QSizeF size, const Obstacles& obstacles, double further = 0) const;
    /// Room beside a point that may lie over points and lines, but on no other name while there is any.
    [[nodiscard]] QRectF boxInCrowd(QPointF at, QSizeF size, const std::vector<QRectF>& taken) const;
    [[nodiscard]] std::vector<QRectF> ringBoxes() const; ///< around the chosen and the recommended point
    void paintNames(QPainter& painter) const;
    void paintBesideName(QPainter& painter, Obstacles& names, Obstacles& everything) const;

    QLineSeries* m_front;
    QLineSeries* m_besideFront; ///< of the second figures, dashed
    BesideRows m_beside;
    std::vector<QPointF> m_besidePlaces; ///< of every row that has one
    Bytes m_storeAllBytes = 0;
    std::vector<SweepRow> m_rows;
    std::vector<SweepRow> m_comparedRows;
    ShownMarks m_measured;
    std::vector<SweepRow> m_ghostRows; ///< of the baseline, each saving against its own store-all
    std::optional<SweepRow> m_ghostChosen;
    SweepRow m_chosenRow; ///< need not be one of the rows: a budget between them
    PolicyId m_policy = PolicyId::Article;
    std::size_t m_far = 0; ///< points too far right to be shown
    std::size_t m_farMeasured = 0; ///< measured ones, which are not among those
    NumberSpan m_numbers;
    AxisSpec m_saved; ///< round, before the margin for points at its end
    Count m_chosen = kNoNumber;
    Count m_recommended = kNoNumber;
    Count m_pointed = kNoNumber;
    std::optional<PolicyId> m_litPolicy;
    double m_neededSaving = 0; ///< percent of store-all's total; at or below 0 everything fits
    std::optional<double> m_besideNeeded; ///< the same of the second curve
    Bytes m_capacity = 0;
    QString m_limitText;
};

} // namespace sublinear
