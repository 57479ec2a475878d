// SPDX-License-Identifier: MIT
#include "tests/app/support/contrast.h"

#include <array>

namespace sublinear::testing {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& vector)
{
    Triple result {};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row] += matrix[row][column] * vector[column];
        }
    }
    return result;
}

Triple linearRgb(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return { linear(color.redF()), linear(color.greenF()), linear(color.blueF()) };
}

QColor fromLinearRgb(const Triple& rgb)
{
    const auto gamma = [](double channel) {
        const double value = std::clamp(channel, 0.0, 1.0);
        return static_cast<float>(value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1 / 2.4) - 0.055);
    };
    return QColor::fromRgbF(gamma(rgb[0]), gamma(rgb[1]), gamma(rgb[2]));
}

Triple lab(const QColor& color)
{
    // sRGB to XYZ, then CIE 1976 L*a*b* with the D65 white.
    constexpr Matrix kToXyz { { { 0.4124564, 0.3575761, 0.1804375 }, { 0.2126729, 0.7151522, 0.0721750 },
        { 0.0193339, 0.1191920, 0.9503041 } } };
    const Triple xyz = times(kToXyz, linearRgb(color));
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return { 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

} // namespace

double labDistance(const QColor& a, const QColor& b)
{
    const Triple first = lab(a);
    const Triple second = lab(b);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

QColor seenBy(Sight sight, const QColor& color)
{
    if (sight == Sight::Full) {
        return color;
    }
    // Linear RGB to LMS; the missing cone's answer is put on the plane of the other two; and back.
    constexpr Matrix kToLms { { { 17.8824, 43.5161, 4.11935 }, { 3.45565, 27.1554, 3.86714 },
        { 0.0299566, 0.184309, 1.46709 } } };
    constexpr Matrix kFromLms { { { 0.0809444479, -0.130504409, 0.116721066 },
        { -0.0102485335, 0.0540193266, -0.113614708 }, { -0.000365296938, -0.00412161469, 0.693511405 } } };
    Triple lms = times(kToLms, linearRgb(color));
    switch (sight) {
    case Sight::Protanope:
        lms[0] = 2.02344 * lms[1] - 2.52581 * lms[2];
        break;
    case Sight::Deuteranope:
        lms[1] = 0.494207 * lms[0] + 1.24827 * lms[2];
        break;
    default:
        lms[2] = -0.395913 * lms[0] + 0.801109 * lms[1];
        break;
    }
    return fromLinearRgb(times(kFromLms, lms));
}

} // namespace sublinear::testing
