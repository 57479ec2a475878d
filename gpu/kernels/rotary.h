// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

#include <cstdint>

namespace sublinear::kernels {

/// Rotary positions in the "rotate half" form: elements i and i + head_dim/2 turn together by
/// position * base^(-2i/head_dim). Angles are kept in turns and doubles whatever the run's
/// precision: late positions would lose digits.
SUBLINEAR_ARITHMETIC double turnsPerPosition(std::int64_t pair, std::int64_t headDim, double base)
{
    constexpr double inverseCircle = 0.15915494309189535; // 1/(2 pi)
    const double share = static_cast<double>(2 * pair) / static_cast<double>(headDim);
    return exponential(-share * logarithm(base)) * inverseCircle;
}

/// (a, b) turned by the angle; backwards with a negative sine.
template <class Real> SUBLINEAR_ARITHMETIC void rotatePair(Real& a, Real& b, Real sine, Real cosine)
{
    const Real first = a * cosine - b * sine;
    b = b * cosine + a * sine;
    a = first;
}

} // namespace sublinear::kernels
