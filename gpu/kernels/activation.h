// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

namespace sublinear::kernels {

/// GELU in its tanh form (not the exact one with erf): x/2 (1 + tanh u) = x sigmoid(2u) with
/// u = sqrt(2/pi) (x + 0.044715 x^3). As a sigmoid it loses no digits where tanh nears -1.
template <class Real> SUBLINEAR_ARITHMETIC Real geluGate(Real x)
{
    constexpr auto twoRoot = static_cast<Real>(1.5957691216057308); // 2 sqrt(2/pi)
    constexpr auto cubic = static_cast<Real>(0.044715);
    return sigmoid(twoRoot * (x + cubic * (x * x * x)));
}

template <class Real> SUBLINEAR_ARITHMETIC Real gelu(Real x)
{
    const Real product = x * geluGate(x);
    return x < Real { -100 } ? Real { 0 } : product; // -inf times 0, and x^3 beyond the type
}

/// d gelu/dx = s + x s(1-s) 2u'
template <class Real> SUBLINEAR_ARITHMETIC Real geluSlope(Real x)
{
    constexpr auto twoRoot = static_cast<Real>(1.5957691216057308);
    constexpr auto cubicSlope = static_cast<Real>(3 * 0.044715);
    // beyond these the gate is 0 or 1 to the last digit, and x^3 may overflow
    const Real limited = x < Real { -40 } ? Real { -40 } : (x > Real { 40 } ? Real { 40 } : x);
    const Real gate = geluGate(limited);
    return gate + limited * gate * (Real { 1 } - gate) * (twoRoot * (Real { 1 } + cubicSlope * (limited * limited)));
}

/// silu(x) = x sigmoid(x)
template <class Real> SUBLINEAR_ARITHMETIC Real silu(Real x)
{
    return x * sigmoid(x);
}

template <class Real> SUBLINEAR_ARITHMETIC Real siluSlope(Real x)
{
    const Real gate = sigmoid(x);
    return gate * (Real { 1 } + x * (Real { 1 } - gate));
}

} // namespace sublinear::kernels
