// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace sublinear::testing {

/// The bytes are the same. NaN compares as what it is made of.
template <class Real> bool sameBits(std::span<const Real> a, std::span<const Real> b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}
template <class Real> bool sameBits(const std::vector<Real>& a, const std::vector<Real>& b)
{
    return sameBits(std::span<const Real>(a), std::span<const Real>(b));
}

/// Largest difference over the largest expected magnitude; infinite where the sizes differ or
/// anything is not a number: NaN is never near anything.
template <class Real, class Expected>
double relativeError(const std::vector<Real>& values, const std::vector<Expected>& expected)
{
    if (values.size() != expected.size()) {
        return std::numeric_limits<double>::infinity();
    }
    double scale = 0.0;
    double worst = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<double>(values[i]);
        const auto wanted = static_cast<double>(expected[i]);
        const double difference = value == wanted ? 0.0 : std::abs(value - wanted); // equal infinities are equal
        if (!(difference <= std::numeric_limits<double>::max())) {
            return std::numeric_limits<double>::infinity();
        }
        worst = std::max(worst, difference);
        if (std::isfinite(wanted)) {
            scale = std::max(scale, std::abs(wanted));
        }
    }
    return worst == 0.0 ? 0.0 : worst / std::max(scale, std::numeric_limits<double>::min());
}

/// Numbers in [-1, 1) that depend on the seed alone.
template <class Real> std::vector<Real> randomValues(std::int64_t count, std::uint64_t seed)
{
    std::vector<Real> values(static_cast<std::size_t>(count));
    std::uint64_t state = seed * 0x9E3779B97F4A7C15U + 1;
    for (Real& value : values) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        value = static_cast<Real>(static_cast<double>(state >> 11U) / 4503599627370496.0 - 1.0);
    }
    return values;
}

/// FNV-1a over the bytes.
template <class Real> std::uint64_t hashOf(std::span<const Real> values, std::uint64_t hash = 14695981039346656037U)
{
    for (const std::byte byte : std::as_bytes(values)) {
        hash = (hash ^ static_cast<std::uint64_t>(byte)) * 1099511628211U;
    }
    return hash;
}

} // namespace sublinear::testing
