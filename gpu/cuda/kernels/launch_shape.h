// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/team.h"
#include "gpu/kernels/lanes.h"

#include <algorithm>
#include <cstdint>

namespace sublinear::cuda {

inline constexpr unsigned int kBlockThreads = 256;

/// A grid whose threads, or warps, each take every so-manieth item.
struct LaunchShape {
    unsigned int blocks = 1;
    unsigned int threads = kBlockThreads; ///< of a block
};

/// Blocks enough to fill the device several times over, and no more: a grid is bounded by 2^31-1.
inline constexpr std::int64_t kBlocksPerMultiprocessor = 64;

inline LaunchShape threadsShape(std::int64_t count, int multiprocessors)
{
    const std::int64_t most = std::max<std::int64_t>(1, multiprocessors) * kBlocksPerMultiprocessor;
    const std::int64_t blocks = count / kBlockThreads + (count % kBlockThreads != 0 ? 1 : 0);
    return { static_cast<unsigned int>(std::clamp<std::int64_t>(blocks, 1, most)), kBlockThreads };
}

/// Where there are fewer warps than would fill the device in full blocks, each has a block of its own.
inline LaunchShape warpsShape(std::int64_t count, int multiprocessors)
{
    constexpr std::int64_t kWarps = kBlockThreads / kernels::kLanes;
    const std::int64_t devices = std::max<std::int64_t>(1, multiprocessors);
    const std::int64_t perBlock = count >= devices * kWarps ? kWarps : 1;
    const std::int64_t blocks = count / perBlock + (count % perBlock != 0 ? 1 : 0);
    return { static_cast<unsigned int>(std::clamp<std::int64_t>(blocks, 1, devices * kBlocksPerMultiprocessor)),
        static_cast<unsigned int>(perBlock) * static_cast<unsigned int>(kernels::kLanes) };
}

/// A block for each team.
inline LaunchShape teamsShape(std::int64_t count, int multiprocessors)
{
    const std::int64_t most = std::max<std::int64_t>(1, multiprocessors) * kBlocksPerMultiprocessor;
    return { static_cast<unsigned int>(std::clamp<std::int64_t>(count, 1, most)),
        static_cast<unsigned int>(kTeamThreads) };
}

} // namespace sublinear::cuda
