// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/lanes.h"

namespace sublinear::cuda {

/// Warps that work on one item together, and share memory.
inline constexpr int kTeamWarps = 4;
inline constexpr int kTeamThreads = kTeamWarps * kernels::kLanes;

/// All of a team's warps in one thread of the host, one after the other; backwards to show that
/// between two barriers none depends on another.
template <bool kBackwards> struct HostTeam {
    using Lanes = kernels::HostLanes;
    /// What each warp holds from one phase to the next.
    template <class T> struct Warps {
        T values[kTeamWarps] {};
        T& operator[](int warp) { return values[warp]; }
    };
    /// body(warp) by every warp, and a barrier.
    template <class Body> static void each(const Body& body)
    {
        for (int i = 0; i < kTeamWarps; ++i) {
            body(kBackwards ? kTeamWarps - 1 - i : i);
        }
    }
};

#if defined(__CUDACC__)
/// One thread of a block of kTeamThreads; all of them must call.
struct BlockTeam {
    using Lanes = kernels::WarpLanes;
    template <class T> struct Warps {
        T value {};
        SUBLINEAR_ARITHMETIC T& operator[](int /*warp*/) { return value; }
    };
    template <class Body> static SUBLINEAR_ARITHMETIC void each(const Body& body)
    {
#if defined(__CUDA_ARCH__)
        body(static_cast<int>(threadIdx.x) / kernels::kLanes);
        __syncthreads();
#else
        static_cast<void>(body);
#endif
    }
};
#endif

} // namespace sublinear::cuda
