// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace sublinear {

using Count = std::int64_t; ///< how many (layers, tokens, parameters)
using Bytes = std::int64_t; ///< memory; shown as GiB = 2^30 bytes

/// 64-bit arithmetic that remembers an overflow instead of wrapping: once a
/// step leaves the range, every result built on it is empty.
class Checked {
public:
    constexpr Checked(std::int64_t value = 0) // NOLINT(google-explicit-constructor): mixes with plain integers
        : m_value(value)
    {
    }

    [[nodiscard]] constexpr bool ok() const { return m_ok; }
    [[nodiscard]] constexpr std::optional<std::int64_t> value() const
    {
        return m_ok ? std::optional<std::int64_t>(m_value) : std::nullopt;
    }

    friend constexpr Checked operator+(Checked a, Checked b)
    {
        Checked sum;
        const bool wrapped = __builtin_add_overflow(a.m_value, b.m_value, &sum.m_value);
        sum.m_ok = a.m_ok && b.m_ok && !wrapped;
        return sum;
    }
    friend constexpr Checked operator-(Checked a, Checked b)
    {
        Checked difference;
        const bool wrapped = __builtin_sub_overflow(a.m_value, b.m_value, &difference.m_value);
        difference.m_ok = a.m_ok && b.m_ok && !wrapped;
        return difference;
    }
    friend constexpr Checked operator*(Checked a, Checked b)
    {
        Checked product;
        const bool wrapped = __builtin_mul_overflow(a.m_value, b.m_value, &product.m_value);
        product.m_ok = a.m_ok && b.m_ok && !wrapped;
        return product;
    }
    constexpr Checked& operator+=(Checked other) { return *this = *this + other; }

private:
    std::int64_t m_value;
    bool m_ok = true;
};

} // namespace sublinear
