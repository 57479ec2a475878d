// SPDX-License-Identifier: MIT
#include "app/controls/value_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <algorithm>
#include <bit>
#include <cmath>

namespace sublinear {
namespace {

constexpr int kPlaces = 1 << 16; ///< places that the style knows between both ends
constexpr int kWheelNotch = 120;

/// An eighth of the octave that a value lies in: what a hand can aim at on a logarithmic scale.
int grain(int value)
{
    const auto octave = int(std::bit_width(static_cast<unsigned>(std::max(value, 1)))) - 1;
    return 1 << std::max(octave - 3, 0);
}

} // namespace

ValueSlider::ValueSlider(Scale scale, QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_scale(scale)
{
    setFocusPolicy(Qt::StrongFocus); // no wheel focus: a wheel over the panel scrolls the panel
    setTracking(true);
    setSingleStep(1);
}

void ValueSlider::setPageStops(std::vector<int> stops)
{
    m_stops = std::move(stops);
}

double ValueSlider::fractionOf(int value) const
{
    if (maximum() <= minimum()) {
        return 0.0;
    }
    if (m_scale == Scale::Linear) {
        return (double(value) - minimum()) / (double(maximum()) - minimum());
    }
    const double low = std::max(minimum(), 1);
    return std::log(std::max(double(value), low) / low) / std::log(maximum() / low);
}

int ValueSlider::valueOf(double fraction) const
{
    const double within = std::clamp(fraction, 0.0, 1.0);
    if (m_scale == Scale::Linear) {
        return minimum() + int(std::lround(within * (double(maximum()) - minimum())));
    }
    const double low = std::max(minimum(), 1);
    const double exact = low * std::pow(maximum() / low, within);
    const double step = grain(int(exact));
    return int(std::clamp(std::round(exact / step) * step, double(minimum()), double(maximum())));
}

void ValueSlider::initStyleOption(QStyleOptionSlider* option) const
{
    QSlider::initStyleOption(option);
    option->minimum = 0;
    option->maximum = kPlaces;
    option->sliderPosition = int(std::lround(fractionOf(sliderPosition()) * kPlaces));
    option->sliderValue = option->sliderPosition;
}

int ValueSlider::xOf(int value) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    const int place = int(std::lround(fractionOf(value) * kPlaces));
    return groove.x() + handle / 2
        + QStyle::sliderPositionFromValue(0, kPlaces, place, groove.width() - handle, option.upsideDown);
}

int ValueSlider::valueAt(int x) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    const int place = QStyle::sliderValueFromPosition(
        0, kPlaces, x - groove.x() - handle / 2, groove.width() - handle, option.upsideDown);
    return valueOf(double(place) / kPlaces);
}

void ValueSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    const int x = event->position().toPoint().x();
    const bool onHandle = handle.left() <= x && x <= handle.right();
    m_valueAtPress = value();
    m_grabOffset = onHandle ? x - xOf(value()) : 0;
    setSliderDown(true);
    if (!onHandle) {
        setSliderPosition(valueAt(x));
    }
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (!isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    setSliderPosition(valueAt(event->position().toPoint().x() - m_grabOffset));
}

void ValueSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    setSliderDown(false);
}

int ValueSlider::pageFrom(int value, int direction) const
{
    if (m_stops.empty() && m_scale == Scale::Linear) {
        return value + direction * pageStep();
    }
    if (m_stops.empty()) {
        const auto now = static_cast<unsigned>(std::max(value, 1));
        const unsigned floor = std::bit_floor(now);
        if (direction > 0) {
            return int(std::min(2U * floor, unsigned(maximum())));
        }
        return int(floor == now ? std::max(floor / 2, 1U) : floor);
    }
    if (direction > 0) {
        const auto next = std::upper_bound(m_stops.begin(), m_stops.end(), value);
        return next != m_stops.end() ? *next : maximum();
    }
    const auto here = std::lower_bound(m_stops.begin(), m_stops.end(), value);
    return here != m_stops.begin() ? *(here - 1) : minimum();
}

int ValueSlider::notchFrom(int value, int direction) const
{
    if (m_scale == Scale::Linear) {
        return value + direction;
    }
    const int step = grain(direction > 0 ? value : value - 1);
    return (direction > 0 ? value / step + 1 : (value - 1) / step) * step;
}

void ValueSlider::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_PageUp:
        setSliderPosition(pageFrom(value(), 1));
        break;
    case Qt::Key_PageDown:
        setSliderPosition(pageFrom(value(), -1));
        break;
    case Qt::Key_Escape:
        if (!isSliderDown()) {
            event->ignore();
            return;
        }
        setSliderPosition(m_valueAtPress);
        setSliderDown(false);
        break;
    default:
        QSlider::keyPressEvent(event);
        return;
    }
    event->accept();
}

void ValueSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus() || isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    const QPoint delta = event->angleDelta();
    const bool page = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    m_wheel += std::abs(delta.y()) >= std::abs(delta.x()) ? delta.y() : delta.x();
    for (; std::abs(m_wheel) >= kWheelNotch; m_wheel -= m_wheel > 0 ? kWheelNotch : -kWheelNotch) {
        const int direction = m_wheel > 0 ? 1 : -1;
        setSliderPosition(page ? pageFrom(value(), direction) : notchFrom(value(), direction));
    }
}

void ValueSlider::hideEvent(QHideEvent* event)
{
    setSliderDown(false); // no release will come
    QSlider::hideEvent(event);
}

} // namespace sublinear
