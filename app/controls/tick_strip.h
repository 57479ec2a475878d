// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/value_slider.h"

#include <QWidget>

#include <vector>

namespace sublinear {

/// All divisors, ascending.
std::vector<int> divisorsOf(int number);

/// The strip under K's slider: a tick at every divisor of the number of layers, where the
/// groups come out even, and a mark at its square root, where N/K + K is least. Hovering
/// says which is which, a click takes the tick.
class TickStrip : public QWidget {
    Q_OBJECT

public:
    explicit TickStrip(const ValueSlider& slider, QWidget* parent = nullptr);

    void setLayers(int layers);
    [[nodiscard]] const std::vector<int>& ticks() const { return m_ticks; }
    [[nodiscard]] int rootX() const; ///< where the mark stands
    [[nodiscard]] QString textAt(int x) const; ///< what hovering there says; empty between ticks

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void picked(int value);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int tickNear(int x) const; ///< 0 where there is none

    const ValueSlider& m_slider;
    int m_layers = 1;
    std::vector<int> m_ticks;
};

} // namespace sublinear
