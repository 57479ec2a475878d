// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/bf16.h"
#include "gpu/kernels/lanes.h"

#include <cstdint>

namespace sublinear::cuda {

/// Elements that one thread takes at once: 16 bytes of fp32, the widest access that there is. As many of bf16, so that
/// what is drawn for four elements is drawn by one thread.
inline constexpr int kGroup = 4;

SUBLINEAR_ARITHMETIC constexpr std::int64_t groupsOf(std::int64_t elements)
{
    return (elements + kGroup - 1) / kGroup;
}

struct Group {
    float values[kGroup] {};
};

template <class T> SUBLINEAR_ARITHMETIC bool isAligned(const T* address)
{
    constexpr std::uintptr_t kBytes = kGroup * sizeof(T);
    return reinterpret_cast<std::uintptr_t>(address) % kBytes == 0; // NOLINT(*-reinterpret-cast)
}

/// `count` elements, the rest 0. In one access where there are four and they are aligned.
template <class T> SUBLINEAR_ARITHMETIC Group loadGroup(const T* from, std::int64_t count)
{
    Group group;
#if defined(__CUDA_ARCH__)
    if (count >= kGroup && isAligned(from)) {
        if constexpr (sizeof(T) == sizeof(float)) {
            const float4 whole = *reinterpret_cast<const float4*>(from);
            return { { whole.x, whole.y, whole.z, whole.w } };
        } else { // the first of a pair in the lower half
            const uint2 whole = *reinterpret_cast<const uint2*>(from);
            return { { __uint_as_float(whole.x << 16U), __uint_as_float(whole.x & 0xFFFF0000U),
                __uint_as_float(whole.y << 16U), __uint_as_float(whole.y & 0xFFFF0000U) } };
        }
    }
#endif
    SUBLINEAR_UNROLLED
    for (int i = 0; i < kGroup; ++i) {
        if (i < count) {
            group.values[i] = from[i];
        }
    }
    return group;
}

template <class T> SUBLINEAR_ARITHMETIC void storeGroup(T* to, const Group& group, std::int64_t count)
{
#if defined(__CUDA_ARCH__)
    if (count >= kGroup && isAligned(to)) {
        if constexpr (sizeof(T) == sizeof(float)) {
            *reinterpret_cast<float4*>(to) =
                make_float4(group.values[0], group.values[1], group.values[2], group.values[3]);
        } else {
            const auto pair = [&group](int first) {
                return kernels::toBf16(group.values[first]).bits
                    | static_cast<unsigned int>(kernels::toBf16(group.values[first + 1]).bits) << 16U;
            };
            *reinterpret_cast<uint2*>(to) = make_uint2(pair(0), pair(2));
        }
        return;
    }
#endif
    SUBLINEAR_UNROLLED
    for (int i = 0; i < kGroup; ++i) {
        if (i < count) {
            to[i] = group.values[i];
        }
    }
}

/// out[i] = op(a[i]) in groups; out may be a.
template <class T, class Op> struct MapBody {
    const T* a;
    T* out;
    std::int64_t count;
    Op op;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t first = group * kGroup;
        Group values = loadGroup(a + first, count - first);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            values.values[i] = op(values.values[i]);
        }
        storeGroup(out + first, values, count - first);
    }
};

/// out[i] = op(a[i], b[i]) in groups; out may be either.
template <class T, class Op> struct MapTwoBody {
    const T* a;
    const T* b;
    T* out;
    std::int64_t count;
    Op op;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t first = group * kGroup;
        Group left = loadGroup(a + first, count - first);
        const Group right = loadGroup(b + first, count - first);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            left.values[i] = op(left.values[i], right.values[i]);
        }
        storeGroup(out + first, left, count - first);
    }
};

} // namespace sublinear::cuda
