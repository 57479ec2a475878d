// SPDX-License-Identifier: MIT
#include "app/style/policy_look.h"

#include <algorithm>

namespace sublinear {

namespace {

PolicyLook onLight(PolicyId policy)
{
    switch (policy) {
    case PolicyId::StoreAll:
        return { QColor(0x5A, 0x63, 0x70), QScatterSeries::MarkerShapeRectangle };
    case PolicyId::Article:
        return { QColor(0x00, 0x72, 0xB2), QScatterSeries::MarkerShapeCircle };
    case PolicyId::Segments:
        return { QColor(0x00, 0x7F, 0x5C), QScatterSeries::MarkerShapeRectangle };
    case PolicyId::EveryNth:
        return { QColor(0xB0, 0x4E, 0x86), QScatterSeries::MarkerShapeTriangle };
    case PolicyId::FirstM:
        return { QColor(0xA8, 0x6B, 0x00), QScatterSeries::MarkerShapeStar };
    case PolicyId::TwoLevel:
        return { QColor(0xC0, 0x4A, 0x00), QScatterSeries::MarkerShapePentagon };
    case PolicyId::Selective:
        return { QColor(0x2B, 0x8C, 0xBE), QScatterSeries::MarkerShapeTriangle };
    case PolicyId::Recursive:
        return { QColor(0x6A, 0x51, 0xA3), QScatterSeries::MarkerShapeStar };
    case PolicyId::Revolve:
        return { QColor(0x74, 0x5B, 0x3A), QScatterSeries::MarkerShapePentagon };
    case PolicyId::Optimal:
        return { QColor(0x3D, 0x3D, 0x3D), QScatterSeries::MarkerShapeRectangle };
    }
    return {};
}

} // namespace

PolicyLook policyLook(PolicyId policy, bool dark)
{
    PolicyLook look = onLight(policy);
    if (dark) {
        float hue = 0;
        float saturation = 0;
        float lightness = 0;
        look.color.getHslF(&hue, &saturation, &lightness);
        look.color = QColor::fromHslF(std::max(0.0F, hue), saturation * 0.8F, 0.68F);
    }
    return look;
}

} // namespace sublinear
