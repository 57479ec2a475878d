// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/compared_curves.h"
#include "app/cards/plot_card.h"
#include "app/charts/k_plot.h"
#include "app/measure/shown_marks.h"
#include "app/model/beside_rows.h"

#include <array>
#include <optional>

namespace sublinear {

/// Total memory over K, stacked by kind, with the device's limit. Policies to compare with are lines,
/// named in a legend.
class MemoryPlot : public KPlot {
    Q_OBJECT
public:
    explicit MemoryPlot(QWidget* parent = nullptr);
    void present(
        const Evaluation& evaluation, const BesideRows& beside, const ShownMarks& measured, const Evaluation* baseline);
    /// Of all that were measured, those that stand over this axis.
    [[nodiscard]] const ShownMarks& measured() const { return m_measured; }
    /// Lights a K, a kind or a policy, and pales what is like it.
    void setLit(const QString& id);

protected:
    std::vector<HoverLine> describe(Count k) const override;
    double markHeight(Count k) const override;
    void paintMarks(QPainter& painter) const override;
    void styleSeries() override;

private:
    void fillCompared();
    void styleAreas();
    void fillBeside();
    void fillGhost(const Evaluation* baseline);
    void paintGhost(QPainter& painter) const;
    void takeMeasured(const ShownMarks& measured, PolicyId policy);
    void paintMeasured(QPainter& painter) const;
    [[nodiscard]] const BesideRows::Figure* besideFigure(Count k) const;
    [[nodiscard]] QString besideText() const;
    void syncLegend();
    void paintCurveMarkers(QPainter& painter) const;
    [[nodiscard]] bool isPale(PolicyId policy) const; ///< another that is shown is lit
    void paintBesideName(QPainter& painter) const;
    /// The device's, at its line's right end unless that would hide the ring or the dot.
    struct LimitName {
        QString text;
        QRectF box;
    };
    [[nodiscard]] LimitName limitName() const;
    [[nodiscard]] bool hidesMark(const QRectF& box) const; ///< the chosen dot, or the recommended ring
    [[nodiscard]] bool limitAbove() const;

    std::array<QAreaSeries*, kMemoryKinds> m_areas {}; ///< upper edge = sum up to that kind
    std::array<QLineSeries*, kPolicyCount> m_compared {}; ///< totals of other policies over the same K
    std::array<QLineSeries*, kPolicyCount> m_halos {}; ///< under those, so that they show over any fill
    QLineSeries* m_besideLine; ///< what really runs, dashed; or the law
    QLineSeries* m_ghostLine; ///< the baseline's totals over the same numbers
    std::optional<ComparedCurve> m_ghost;
    Count m_ghostAt = kNoNumber; ///< where the baseline stands on it
    BesideRows m_beside;
    std::vector<ComparedCurve> m_curves;
    ShownMarks m_measured;
    QString m_deviceName;
    Bytes m_capacity = 0;
    std::optional<MemoryKind> m_litKind;
    std::optional<PolicyId> m_litPolicy;
    PolicyId m_policy = PolicyId::Article; ///< whose areas they are
    bool m_dense = false; ///< too many stripes for outlines
};

class MemoryCard : public KCard {
    Q_OBJECT
public:
    explicit MemoryCard(QWidget* parent = nullptr);
    [[nodiscard]] bool comparesPolicies() const override { return true; }
    [[nodiscard]] bool showsBeside() const override { return true; }
    [[nodiscard]] bool showsMeasured() const override { return true; }
    void setHighlighted(const QString& id) override;

protected:
    void update(const Evaluation& evaluation) override;

private:
    MemoryPlot* m_plot;
};

} // namespace sublinear
