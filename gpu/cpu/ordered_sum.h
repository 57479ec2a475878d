// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sublinear {

/// Sum of part(begin, end) over pieces of [0, count) whose number is bounded: the same for any
/// number of threads, and without memory that grows. Pieces begin at multiples of `unit`.
template <class Part> double orderedSum(ThreadPool& pool, std::int64_t count, std::int64_t unit, const Part& part)
{
    constexpr std::int64_t kMostPieces = 64;
    const std::int64_t units = (count + unit - 1) / unit;
    const std::int64_t grain = unit * std::max<std::int64_t>(1, (units + kMostPieces - 1) / kMostPieces);
    std::array<double, kMostPieces> parts {};
    pool.forEach(count, grain, [&](std::int64_t begin, std::int64_t end) {
        parts[static_cast<std::size_t>(begin / grain)] = part(begin, end);
    });
    double sum = 0.0;
    for (const double value : parts) {
        sum += value;
    }
    return sum;
}

} // namespace sublinear
