// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/value_slider.h"

#include <QApplication>
#include <QMouseEvent>

namespace sublinear::testing {

/// A hand on a slider: press, moves, release, as events of a real mouse.
class SliderDrag {
public:
    explicit SliderDrag(ValueSlider& slider)
        : m_slider(slider)
        , m_y(slider.height() / 2)
    {
    }

    void press(int value) { send(QEvent::MouseButtonPress, m_slider.xOf(value), Qt::LeftButton); }
    void moveTo(int x) { send(QEvent::MouseMove, x, Qt::NoButton); }
    void release(int x) { send(QEvent::MouseButtonRelease, x, Qt::LeftButton); }

    /// Leftmost and rightmost place of the handle's middle.
    [[nodiscard]] int left() const { return m_slider.xOf(m_slider.minimum()); }
    [[nodiscard]] int right() const { return m_slider.xOf(m_slider.maximum()); }

private:
    void send(QEvent::Type type, int x, Qt::MouseButton button)
    {
        const QPointF at(x, m_y);
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, m_slider.mapToGlobal(at), button, held, Qt::NoModifier);
        QApplication::sendEvent(&m_slider, &event);
    }

    ValueSlider& m_slider;
    int m_y;
};

} // namespace sublinear::testing
