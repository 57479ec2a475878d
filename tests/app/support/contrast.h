// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>

#include <algorithm>
#include <cmath>

namespace sublinear::testing {

/// Relative luminance, WCAG 2.1.
inline double luminance(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// 1 (the same) to 21 (black on white), WCAG 2.1.
inline double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

/// CIE76 distance in L*a*b*, D65: about 2 is just noticeable, 10 is a different colour.
double labDistance(const QColor& a, const QColor& b);

/// What a deuteranope or protanope sees (Viénot, Brettel and Mollon 1999), and a tritanope by the same projection.
enum class Sight { Full, Protanope, Deuteranope, Tritanope };
QColor seenBy(Sight sight, const QColor& color);

} // namespace sublinear::testing
