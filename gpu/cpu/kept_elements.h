// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/operands.h"
#include "gpu/kernels/dropout.h"
#include "gpu/run/drawn_by.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sublinear {

/// visit(first, count, kept) for elements begin..end-1 in turn: kept[i] says whether element first+i
/// stays. `begin` is a multiple of four.
template <class Real, class Visit>
void forKept(const kernels::RandomStream& stream, const kernels::Dropper<Real>& dropper, std::int64_t begin,
    std::int64_t end, const Visit& visit)
{
    constexpr std::int64_t kGroup = 4;
    constexpr std::int64_t kAtOnce = 512;
    std::array<std::uint32_t, kAtOnce> words {};
    std::array<std::uint8_t, kAtOnce> kept {};
    std::uint32_t* const drawn = words.data();
    std::uint8_t* const to = kept.data();
    for (std::int64_t first = begin; first < end; first += kAtOnce) {
        const std::int64_t count = std::min(kAtOnce, end - first);
        const std::int64_t groups = (count + kGroup - 1) / kGroup;
        vectorised([=](auto) SUBLINEAR_INLINED {
            for (std::int64_t group = 0; group < groups; ++group) {
                const kernels::RandomBlock block = stream.words(first / kGroup + group);
                for (std::int64_t i = 0; i < kGroup; ++i) {
                    drawn[kGroup * group + i] = block.words[i];
                }
            }
        });
        forElements(0, count, [=](std::int64_t i) SUBLINEAR_INLINED { to[i] = dropper.keeps(drawn[i]); });
        visit(first, count, static_cast<const std::uint8_t*>(to));
    }
}

} // namespace sublinear
