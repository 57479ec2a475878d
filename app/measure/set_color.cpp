// SPDX-License-Identifier: MIT
#include "app/measure/set_color.h"

#include <array>

namespace sublinear {

QColor setColor(int color, const Look& look)
{
    if (color <= 0) {
        return look.text;
    }
    static constexpr std::array<QRgb, 7> kLight { 0xFFD55E00, 0xFF007A59, 0xFFB5548C, 0xFF0072B2, 0xFF8F6400,
        0xFF5B4FA0, 0xFF6B6B6B };
    static constexpr std::array<QRgb, 7> kDark { 0xFFFF9A56, 0xFF35C79C, 0xFFE6A3C8, 0xFF6CA8DB, 0xFFF0C24B, 0xFFB3A8F0,
        0xFFB8B8B8 };
    const auto index = static_cast<std::size_t>(color - 1) % kLight.size();
    return QColor::fromRgb(look.dark ? kDark[index] : kLight[index]);
}

} // namespace sublinear
