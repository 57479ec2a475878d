// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/random.h"

#include <cstdint>

namespace sublinear::kernels {

/// Inverted dropout: an element stays with probability 1 - rate and is then divided by it.
template <class Real> struct Dropper {
    std::uint32_t threshold = 0; ///< words below are dropped
    Real scale { 1 };

    [[nodiscard]] SUBLINEAR_ARITHMETIC std::uint8_t keeps(std::uint32_t word) const
    {
        return word >= threshold ? 1 : 0;
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC Real apply(Real value, std::uint8_t kept) const
    {
        return kept != 0 ? value * scale : Real { 0 };
    }
};

template <class Real> constexpr Dropper<Real> dropper(double rate)
{
    constexpr double words = 4294967296.0; // 2^32
    return { static_cast<std::uint32_t>(rate * words), static_cast<Real>(1.0 / (1.0 - rate)) };
}

} // namespace sublinear::kernels
