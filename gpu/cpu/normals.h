// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/vectorise.h"
#include "gpu/kernels/random.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sublinear {

/// visit(first, count, values) for elements begin..end-1 in turn, with the stream's normal numbers
/// of elements first..first+count-1. `begin` is a multiple of four; counts are of 32 but the last.
template <class Visit>
void forNormals(const kernels::RandomStream& stream, std::int64_t begin, std::int64_t end, const Visit& visit)
{
    constexpr std::int64_t kGroup = 4;
    constexpr std::int64_t kAtOnce = 512;
    std::array<float, kAtOnce> values {};
    float* const to = values.data();
    for (std::int64_t first = begin; first < end; first += kAtOnce) {
        const std::int64_t count = std::min(kAtOnce, end - first);
        const std::int64_t groups = (count + kGroup - 1) / kGroup;
        vectorised([&](auto) SUBLINEAR_INLINED {
            for (std::int64_t group = 0; group < groups; ++group) {
                const kernels::Normals drawn = kernels::normals(stream.words(first / kGroup + group));
                for (std::int64_t i = 0; i < kGroup; ++i) {
                    to[kGroup * group + i] = drawn.values[i];
                }
            }
        });
        visit(first, count, static_cast<const float*>(to));
    }
}

} // namespace sublinear
