// SPDX-License-Identifier: MIT
#pragma once

#include <QSlider>

#include <vector>

namespace sublinear {

/// A horizontal slider whose value is the number itself, also where its scale is
/// logarithmic: keys, screen readers and signals speak of 2048, only the handle's place
/// is a logarithm. A press anywhere takes the handle there; Escape puts it back.
class ValueSlider : public QSlider {
    Q_OBJECT

public:
    enum class Scale { Linear, Logarithmic };

    explicit ValueSlider(Scale scale, QWidget* parent = nullptr);

    /// Where Page Up and Page Down go; without stops a logarithmic slider goes to powers of two.
    void setPageStops(std::vector<int> stops);

    [[nodiscard]] int xOf(int value) const; ///< the handle's middle, in widget coordinates
    [[nodiscard]] int valueAt(int x) const;

protected:
    void initStyleOption(QStyleOptionSlider* option) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] double fractionOf(int value) const;
    [[nodiscard]] int valueOf(double fraction) const;
    [[nodiscard]] int pageFrom(int value, int direction) const;
    [[nodiscard]] int notchFrom(int value, int direction) const;

    Scale m_scale;
    std::vector<int> m_stops;
    int m_grabOffset = 0;
    int m_valueAtPress = 0;
    int m_wheel = 0;
};

} // namespace sublinear
