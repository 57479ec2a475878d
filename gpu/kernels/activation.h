// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

namespace sublinear::kernels {

/// sigmoid(v) and its slope s(1-s), neither of which loses digits where s nears 0 or 1.
template <class Real> struct Gate {
    Real value;
    Real slope;
};
template <class Real> SUBLINEAR_ARITHMETIC Gate<Real> gateAt(Real v)
{
    const Real small = exponential(v < Real { 0 } ? v : -v);
    const Real share = Real { 1 } / (Real { 1 } + small);
    return { v < Real { 0 } ? small * share : share, small * share * share };
}

/// GELU in its tanh form (not the exact one with erf): x/2 (1 + tanh u) = x sigmoid(2u) with
/// u = sqrt(2/pi) (x + 0.044715 x^3). As a sigmoid it loses no digits where tanh nears -1.
template <class Real> struct GeluTerms {
    static constexpr auto twoRoot = static_cast<Real>(1.5957691216057308); ///< 2 sqrt(2/pi)
    static constexpr auto cubic = static_cast<Real>(0.044715);
    static constexpr Real limit = 40; ///< the gate is 0 or 1 to the last digit beyond, and x^3 may overflow
};

template <class Real> SUBLINEAR_ARITHMETIC Real gelu(Real x)
{
    using Terms = GeluTerms<Real>;
    const Real product = x * sigmoid(Terms::twoRoot * (x + Terms::cubic * (x * x * x)));
    return x < -Terms::limit ? Real { 0 } : product;
}

/// d gelu/dx = s + x s(1-s) 2u'
template <class Real> SUBLINEAR_ARITHMETIC Real geluSlope(Real x)
{
    using Terms = GeluTerms<Real>;
    const Real upper = x > Terms::limit ? Terms::limit : x;
    const Real limited = upper < -Terms::limit ? -Terms::limit : upper;
    const Real square = limited * limited;
    const Gate<Real> gate = gateAt(Terms::twoRoot * (limited + Terms::cubic * (square * limited)));
    return gate.value + limited * gate.slope * (Terms::twoRoot * (Real { 1 } + Real { 3 } * Terms::cubic * square));
}

/// silu(x) = x sigmoid(x)
template <class Real> SUBLINEAR_ARITHMETIC Real silu(Real x)
{
    return x * sigmoid(x);
}

template <class Real> SUBLINEAR_ARITHMETIC Real siluSlope(Real x)
{
    const Gate<Real> gate = gateAt(x);
    return gate.value + x * gate.slope;
}

} // namespace sublinear::kernels
