// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/target.h"

#include <cstdint>

#if defined(__clang__)
#define SUBLINEAR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__CUDA_ARCH__)
#define SUBLINEAR_INDEPENDENT _Pragma("GCC ivdep")
#else
#define SUBLINEAR_INDEPENDENT
#endif

/// Before a loop whose bounds are constant, so that a thread of a GPU can hold arrays in registers; and before one
/// that has no array in registers and would need too many of them unrolled.
#if defined(__CUDA_ARCH__)
#define SUBLINEAR_UNROLLED _Pragma("unroll")
#define SUBLINEAR_ROLLED _Pragma("unroll 1")
#else
#define SUBLINEAR_UNROLLED
#define SUBLINEAR_ROLLED
#endif

namespace sublinear::kernels {

/// A sum of many terms is made of 32 partial sums, one per lane: lane l takes terms l, l+32,
/// l+64, ... The partial sums are then added as a tree of fixed form. A warp of a GPU does this with a
/// thread per lane; one thread of the CPU does the same additions in the same order, in vectors.
inline constexpr int kLanes = 32;

/// All lanes in one thread.
struct HostLanes {
    static constexpr bool ownThreads = false;
    template <class T> struct Each {
        T values[kLanes] {};
        SUBLINEAR_ARITHMETIC T& operator[](int lane) { return values[lane]; }
    };

    template <class Body> static SUBLINEAR_ARITHMETIC void each(const Body& body)
    {
        for (int lane = 0; lane < kLanes; ++lane) {
            body(lane);
        }
    }

    /// body(lane, index) for every index below count. Indices must not depend on one another.
    template <class Body> static SUBLINEAR_ARITHMETIC void over(std::int64_t count, const Body& body)
    {
        std::int64_t base = 0;
        for (; base + kLanes <= count; base += kLanes) {
            SUBLINEAR_INDEPENDENT
            for (int lane = 0; lane < kLanes; ++lane) {
                body(lane, base + lane);
            }
        }
        for (int lane = 0; base + lane < count; ++lane) {
            body(lane, base + lane);
        }
    }

    /// What one lane holds, for all of them.
    template <class T> static SUBLINEAR_ARITHMETIC T from(const Each<T>& each, int lane) { return each.values[lane]; }

    /// Every lane's number combined with those of the other three of its four: lanes 4i to 4i+3.
    template <class Real, class Op> static SUBLINEAR_ARITHMETIC void overFours(Each<Real>& each, const Op& op)
    {
        for (int distance = 1; distance < 4; distance *= 2) {
            const Each<Real> before = each;
            for (int lane = 0; lane < kLanes; ++lane) {
                each[lane] = op(before.values[lane], before.values[lane ^ distance]);
            }
        }
    }

    /// body() by one lane.
    template <class Body> static SUBLINEAR_ARITHMETIC void once(const Body& body) { body(); }

    /// Uses up what it adds.
    template <class Real> static SUBLINEAR_ARITHMETIC Real sum(Each<Real>& each)
    {
        for (int half = kLanes / 2; half > 0; half /= 2) {
            for (int lane = 0; lane < half; ++lane) {
                each[lane] += each[lane + half];
            }
        }
        return each[0];
    }

    template <class Real> static SUBLINEAR_ARITHMETIC Real largest(Each<Real>& each)
    {
        for (int half = kLanes / 2; half > 0; half /= 2) {
            for (int lane = 0; lane < half; ++lane) {
                each[lane] = each[lane] < each[lane + half] ? each[lane + half] : each[lane];
            }
        }
        return each[0];
    }
};

#if defined(__CUDACC__)
/// One lane of a warp; all 32 threads must call.
struct WarpLanes {
    static constexpr bool ownThreads = true;
    template <class T> struct Each {
        T value {};
        SUBLINEAR_ARITHMETIC T& operator[](int /*lane*/) { return value; }
    };

    static SUBLINEAR_ARITHMETIC int own()
    {
#if defined(__CUDA_ARCH__)
        return static_cast<int>(threadIdx.x % kLanes);
#else
        return 0;
#endif
    }

    template <class Body> static SUBLINEAR_ARITHMETIC void each(const Body& body)
    {
        body(own());
    }

    template <class Body> static SUBLINEAR_ARITHMETIC void over(std::int64_t count, const Body& body)
    {
        for (std::int64_t index = own(); index < count; index += kLanes) {
            body(own(), index);
        }
    }

    template <class T> static SUBLINEAR_ARITHMETIC T from(const Each<T>& each, int lane)
    {
#if defined(__CUDA_ARCH__)
        return __shfl_sync(0xFFFFFFFFU, each.value, lane);
#else
        static_cast<void>(lane);
        return each.value;
#endif
    }

    template <class Body> static SUBLINEAR_ARITHMETIC void once(const Body& body)
    {
        if (own() == 0) {
            body();
        }
    }

    template <class Real> static SUBLINEAR_ARITHMETIC Real fromLane(Real value, int distance)
    {
#if defined(__CUDA_ARCH__)
        return __shfl_xor_sync(0xFFFFFFFFU, value, distance);
#else
        static_cast<void>(distance);
        return value;
#endif
    }

    template <class Real, class Op> static SUBLINEAR_ARITHMETIC void overFours(Each<Real>& each, const Op& op)
    {
        for (int distance = 1; distance < 4; distance *= 2) {
            each.value = op(each.value, fromLane(each.value, distance));
        }
    }

    template <class Real> static SUBLINEAR_ARITHMETIC Real sum(Each<Real>& each)
    {
        for (int half = kLanes / 2; half > 0; half /= 2) {
            each.value += fromLane(each.value, half);
        }
        return each.value;
    }

    template <class Real> static SUBLINEAR_ARITHMETIC Real largest(Each<Real>& each)
    {
        for (int half = kLanes / 2; half > 0; half /= 2) {
            const Real other = fromLane(each.value, half);
            each.value = each.value < other ? other : each.value;
        }
        return each.value;
    }
};
#endif

} // namespace sublinear::kernels
