// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

#include <cstdint>

namespace sublinear::kernels {

/// A number in two bytes, the upper half of a float. It is only stored: read it is a float, and a
/// float that is assigned is rounded to the nearest, of two as near to the even one. NaN stays NaN.
struct Bf16 {
    std::uint16_t bits = 0;

    SUBLINEAR_ARITHMETIC operator float() const // NOLINT(google-explicit-constructor): arithmetic is in float
    {
        return bitCast<float>(std::uint32_t { bits } << 16U);
    }
    SUBLINEAR_ARITHMETIC Bf16& operator=(float value)
    {
        const auto whole = bitCast<std::uint32_t>(value);
        constexpr std::uint32_t kHalf = 0x7FFF; // and one more where the last bit that stays is odd
        constexpr std::uint32_t kQuiet = 0x40;
        const std::uint32_t upper = whole >> 16U;
        const bool isNan = (whole & 0x7FFFFFFFU) > 0x7F800000U;
        bits = static_cast<std::uint16_t>(isNan ? upper | kQuiet : (whole + kHalf + (upper & 1U)) >> 16U);
        return *this;
    }
};

SUBLINEAR_ARITHMETIC Bf16 toBf16(float value)
{
    Bf16 rounded;
    rounded = value;
    return rounded;
}

/// What numbers of a type are computed in.
template <class Stored> struct ArithmeticOf {
    using Type = Stored;
};
template <> struct ArithmeticOf<Bf16> {
    using Type = float;
};
template <class Stored> using Arithmetic = typename ArithmeticOf<Stored>::Type;

} // namespace sublinear::kernels
