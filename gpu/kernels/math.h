// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/target.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace sublinear::kernels {

/// Exponential, logarithm, sine and cosine of our own: a libm differs from the next one and from
/// CUDA's. No branches, so that loops over them are vectorised. Within 2 ulp (tested).

/// The bits of a float or double, and the numbers that take it apart.
template <class Real> struct Bits;
template <> struct Bits<float> {
    using Integer = std::int32_t;
    static constexpr int mantissa = 23;
    static constexpr Integer bias = 127;
    static constexpr float roundMagic = 12582912.0F; ///< 1.5*2^23: adding it rounds to an integer
    static constexpr float ln2High = 0.693145751953125F; ///< 2*ln2's leading bits: exact times any exponent
    static constexpr float ln2Low = 1.428606820309417e-6F;
    static constexpr float expLow = -104.0F; ///< below: 0
    static constexpr float expHigh = 89.0F; ///< above: inf
    static constexpr int expTerms = 7;
    static constexpr int logTerms = 5;
    static constexpr int circleTerms = 5;
    static constexpr float smallest = 1.17549435e-38F; ///< normal
    static constexpr float subnormalScale = 16777216.0F; ///< 2^24
    static constexpr Integer subnormalShift = 24;
};
template <> struct Bits<double> {
    using Integer = std::int64_t;
    static constexpr int mantissa = 52;
    static constexpr Integer bias = 1023;
    static constexpr double roundMagic = 6755399441055744.0; ///< 1.5*2^52
    static constexpr double ln2High = 0.69314718036912382; ///< 32 leading bits of ln2
    static constexpr double ln2Low = 1.9082149292705878e-10;
    static constexpr double expLow = -746.0;
    static constexpr double expHigh = 710.0;
    static constexpr int expTerms = 13;
    static constexpr int logTerms = 11;
    static constexpr int circleTerms = 9;
    static constexpr double smallest = 2.2250738585072014e-308;
    static constexpr double subnormalScale = 18014398509481984.0; ///< 2^54
    static constexpr Integer subnormalShift = 54;
};

template <class To, class From> SUBLINEAR_ARITHMETIC To bitCast(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

/// 2^exponent, for exponents of normal numbers.
template <class Real> SUBLINEAR_ARITHMETIC Real powerOfTwo(typename Bits<Real>::Integer exponent)
{
    using B = Bits<Real>;
    using Unsigned = std::make_unsigned_t<typename B::Integer>;
    return bitCast<Real>(static_cast<Unsigned>(exponent + B::bias) << B::mantissa);
}

template <class Real> SUBLINEAR_ARITHMETIC Real squareRoot(Real x)
{
    return std::sqrt(x);
}

/// 1/k! + r/(k+1)! + ... up to the `last` factorial.
template <class Real, int k, int last> SUBLINEAR_ARITHMETIC Real exponentialSeries(Real r)
{
    constexpr double inverse[] = { 1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
        1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0 };
    constexpr auto first = static_cast<Real>(inverse[k]);
    if constexpr (k == last) {
        return first;
    } else {
        return first + r * exponentialSeries<Real, k + 1, last>(r);
    }
}

/// 1/(2k+1) + z/(2k+3) + ... up to `last`.
template <class Real, int k, int last> SUBLINEAR_ARITHMETIC Real arctanhSeries(Real z)
{
    constexpr auto first = static_cast<Real>(1.0 / (2 * k + 1));
    if constexpr (k == last) {
        return first;
    } else {
        return first + z * arctanhSeries<Real, k + 1, last>(z);
    }
}

/// 1 - z/(a(a+1)) (1 - z/((a+2)(a+3)) (...)): the cosine of sqrt(z) for a = 1, sine over angle for 2.
template <class Real, int a, int terms> SUBLINEAR_ARITHMETIC Real circleSeries(Real z)
{
    constexpr auto factor = static_cast<Real>(1.0 / (a * (a + 1)));
    if constexpr (terms == 1) {
        return Real { 1 } - z * factor;
    } else {
        return Real { 1 } - z * factor * circleSeries<Real, a + 2, terms - 1>(z);
    }
}

/// e^x = 2^n e^r with |r| <= ln2/2, e^r by its series. Overflows to inf, ends in subnormal
/// numbers and 0; NaN stays.
template <class Real> SUBLINEAR_ARITHMETIC Real exponential(Real x)
{
    using B = Bits<Real>;
    using Integer = typename B::Integer;
    constexpr Real log2e = static_cast<Real>(1.4426950408889634);
    const Real low = x < B::expLow ? B::expLow : x;
    const Real limited = low > B::expHigh ? B::expHigh : low;
    const Real shifted = limited * log2e + B::roundMagic;
    const Real n = shifted - B::roundMagic;
    const auto exponent = static_cast<Integer>(bitCast<Integer>(shifted) - bitCast<Integer>(B::roundMagic));
    const Real r = (limited - n * B::ln2High) - n * B::ln2Low;
    const Real series = exponentialSeries<Real, 2, B::expTerms>(r);
    const Real power = (series * (r * r) + r) + Real { 1 };
    const Integer half = exponent >> 1; // in two steps, so that each factor is a normal number
    return power * powerOfTwo<Real>(half) * powerOfTwo<Real>(exponent - half);
}

/// 1/(1 + e^-x)
template <class Real> SUBLINEAR_ARITHMETIC Real sigmoid(Real x)
{
    return Real { 1 } / (Real { 1 } + exponential(-x));
}

/// ln x = k ln2 + 2 atanh(s), s = (m-1)/(m+1), m in [sqrt(1/2), sqrt(2)). -inf at 0, NaN below.
template <class Real> SUBLINEAR_ARITHMETIC Real logarithm(Real x)
{
    using B = Bits<Real>;
    using Integer = typename B::Integer;
    const Real positive = x > Real { 0 } ? x : Real { 1 }; // what is not is answered at the end
    const bool subnormal = positive < B::smallest;
    const Real scaled = subnormal ? positive * B::subnormalScale : positive;
    const auto bits = bitCast<Integer>(scaled);
    // the exponent changes at sqrt(1/2) and not at 1
    const auto sqrtHalf = bitCast<Integer>(static_cast<Real>(0.70710678118654752));
    const auto k = static_cast<Integer>((bits - sqrtHalf) >> B::mantissa);
    const auto m = bitCast<Real>(static_cast<Integer>(bits - k * (Integer { 1 } << B::mantissa)));
    const Real f = m - Real { 1 };
    const Real s = f / (Real { 2 } + f);
    const Real z = s * s;
    const Real series = arctanhSeries<Real, 1, B::logTerms>(z);
    const auto exponent = static_cast<Real>(k - (subnormal ? B::subnormalShift : Integer { 0 }));
    // f - s*f + 2s*z*series = 2s + 2s*z*series: f is exact
    const Real tail = s * (Real { 2 } * z * series - f) + exponent * B::ln2Low;
    const Real result = exponent * B::ln2High + (f + tail);
    const auto infinity = static_cast<Real>(INFINITY);
    const Real upper = x < infinity ? result : x; // inf and NaN stay
    const Real lower = x < Real { 0 } ? static_cast<Real>(NAN) : -infinity;
    return x <= Real { 0 } ? lower : upper;
}

template <class Real> struct SineCosine {
    Real sine;
    Real cosine;
};

/// Sine and cosine of an angle in turns (1 = 2 pi). The quarter turn that is nearest is taken out
/// exactly, the rest is at most pi/4. |turns| below 2^19 (float) or 2^48.
template <class Real> SUBLINEAR_ARITHMETIC SineCosine<Real> circlePoint(Real turns)
{
    using B = Bits<Real>;
    using Integer = typename B::Integer;
    const Real shifted = turns * Real { 4 } + B::roundMagic;
    const Real quarters = shifted - B::roundMagic;
    const auto quadrant = static_cast<Integer>(bitCast<Integer>(shifted) & 3);
    const Real angle = (turns - quarters * static_cast<Real>(0.25)) * static_cast<Real>(6.283185307179586);
    const Real z = angle * angle;
    const Real sine = angle * circleSeries<Real, 2, B::circleTerms>(z);
    const Real cosine = circleSeries<Real, 1, B::circleTerms>(z);
    const bool swaps = (quadrant & 1) != 0;
    const Real first = swaps ? cosine : sine;
    const Real second = swaps ? sine : cosine;
    return { (quadrant & 2) != 0 ? -first : first, ((quadrant + 1) & 2) != 0 ? -second : second };
}

} // namespace sublinear::kernels
