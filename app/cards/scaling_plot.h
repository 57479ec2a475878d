// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/axis.h"
#include "app/style/look.h"
#include "core/plan/scaling.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace sublinear {

/// Total memory against each quantity, as small multiples on one memory axis: a line says where the scenario is, a
/// dashed one what the device holds. A click takes the nearest value; arrows move a pointer, Enter takes what it is on.
class ScalingPlot : public QWidget {
    Q_OBJECT
public:
    explicit ScalingPlot(QWidget* parent = nullptr);

    void present(const std::vector<ScalingCurve>& curves, Bytes capacity);
    void setLook(const Look& look);
    [[nodiscard]] const std::vector<ScalingCurve>& curves() const { return m_curves; }
    /// Where a point of a curve stands; for tests.
    [[nodiscard]] QPointF placeOf(std::size_t curve, std::size_t point) const;
    [[nodiscard]] QString hoverText() const;
    /// "Layers", "K"
    [[nodiscard]] static QString nameOf(const ScalingCurve& curve);

Q_SIGNALS:
    void valueChosen(const QString& path, qint64 value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Pointed {
        std::size_t curve = 0;
        std::size_t point = 0;
        bool operator==(const Pointed&) const = default;
    };
    struct Cell {
        QRectF all;
        QRectF plot;
        bool isFirst = false; ///< of its row: the memory axis is labelled there
    };

    [[nodiscard]] std::vector<Cell> cells() const;
    [[nodiscard]] QPointF toCell(const Cell& cell, std::size_t curve, double at, double gib) const;
    [[nodiscard]] std::optional<Pointed> nearest(QPointF position) const;
    [[nodiscard]] Pointed hereIn(std::size_t curve) const;
    void point(std::optional<Pointed> pointed);
    void take();
    void paintFrame(QPainter& painter, const Cell& cell, std::size_t curve) const;
    void paintCurve(QPainter& painter, const Cell& cell, std::size_t curve) const;
    void paintPointed(QPainter& painter, const std::vector<Cell>& all) const;
    [[nodiscard]] QString textAt(const Pointed& pointed) const;

    Look m_look;
    std::vector<ScalingCurve> m_curves;
    std::vector<AxisSpec> m_xAxes; ///< of each curve
    AxisSpec m_yAxis; ///< GiB, of all
    Bytes m_capacity = 0;
    std::optional<Pointed> m_pointed;
    bool m_pressed = false;
};

} // namespace sublinear
