// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/lanes.h"

#include <cstdint>

namespace sublinear::cuda {

/// Elements that one thread takes at once: 16 bytes, the widest access that there is.
inline constexpr int kGroup = 4;

SUBLINEAR_ARITHMETIC constexpr std::int64_t groupsOf(std::int64_t elements)
{
    return (elements + kGroup - 1) / kGroup;
}

struct Group {
    float values[kGroup] {};
};

SUBLINEAR_ARITHMETIC bool isAligned(const void* address)
{
    constexpr std::uintptr_t kBytes = kGroup * sizeof(float);
    return reinterpret_cast<std::uintptr_t>(address) % kBytes == 0; // NOLINT(*-reinterpret-cast)
}

/// `count` elements, the rest 0. In one access where there are four and they are aligned.
SUBLINEAR_ARITHMETIC Group loadGroup(const float* from, std::int64_t count)
{
    Group group;
#if defined(__CUDA_ARCH__)
    if (count >= kGroup && isAligned(from)) {
        const float4 whole = *reinterpret_cast<const float4*>(from);
        return { { whole.x, whole.y, whole.z, whole.w } };
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

SUBLINEAR_ARITHMETIC void storeGroup(float* to, const Group& group, std::int64_t count)
{
#if defined(__CUDA_ARCH__)
    if (count >= kGroup && isAligned(to)) {
        *reinterpret_cast<float4*>(to) =
            make_float4(group.values[0], group.values[1], group.values[2], group.values[3]);
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
template <class Op> struct MapBody {
    const float* a;
    float* out;
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
template <class Op> struct MapTwoBody {
    const float* a;
    const float* b;
    float* out;
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
