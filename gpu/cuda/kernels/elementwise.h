// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/groups.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/activation.h"
#include "gpu/kernels/dropout.h"
#include "gpu/run/drawn_by.h"

namespace sublinear::cuda {

struct Sum {
    SUBLINEAR_ARITHMETIC float operator()(float x, float branch) const { return x + branch; }
};
struct Gelu {
    SUBLINEAR_ARITHMETIC float operator()(float x) const { return kernels::gelu(x); }
};
struct GeluGradient {
    SUBLINEAR_ARITHMETIC float operator()(float incoming, float x) const { return incoming * kernels::geluSlope(x); }
};

/// y = dropped(branch), or x + dropped(branch) where there is an x. mask and y may be null.
template <class T> struct DropBody {
    const T* x;
    const T* branch;
    T* y;
    std::uint8_t* mask;
    std::int64_t count;
    kernels::Dropper<float> dropper;
    kernels::RandomStream stream;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t first = group * kGroup;
        const std::int64_t rest = count - first;
        const kernels::RandomBlock block = stream.words(group);
        Group values = loadGroup(branch + first, rest);
        Group sums;
        if (x != nullptr) {
            sums = loadGroup(x + first, rest);
        }
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            const std::uint8_t kept = dropper.keeps(block.words[i]);
            if (mask != nullptr && i < rest) {
                mask[first + i] = kept;
            }
            const float dropped = dropper.apply(values.values[i], kept);
            values.values[i] = x != nullptr ? sums.values[i] + dropped : dropped;
        }
        if (y != nullptr) {
            storeGroup(y + first, values, rest);
        }
    }
};

template <class T> struct DropBackwardBody {
    const T* incoming;
    const std::uint8_t* mask;
    T* result; ///< may be `incoming`
    std::int64_t count;
    kernels::Dropper<float> dropper;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t first = group * kGroup;
        Group values = loadGroup(incoming + first, count - first);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            if (first + i < count) {
                values.values[i] = dropper.apply(values.values[i], mask[first + i]);
            }
        }
        storeGroup(result + first, values, count - first);
    }
};

/// (M, 2F) -> (M, F): silu(gate) * up, the gate in the first half of a row. A group does not cross
/// the end of a row.
template <class T> struct GatedBody {
    const T* pairs;
    T* y;
    std::int64_t width; ///< F

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t row = group / groupsOf(width);
        const std::int64_t first = group % groupsOf(width) * kGroup;
        const T* gate = pairs + row * 2 * width + first;
        Group gates = loadGroup(gate, width - first);
        const Group ups = loadGroup(gate + width, width - first);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            gates.values[i] = kernels::silu(gates.values[i]) * ups.values[i];
        }
        storeGroup(y + row * width + first, gates, width - first);
    }
};

template <class T> struct GatedBackwardBody {
    const T* incoming;
    const T* pairs;
    T* result;
    std::int64_t width;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t row = group / groupsOf(width);
        const std::int64_t first = group % groupsOf(width) * kGroup;
        const std::int64_t at = row * 2 * width + first;
        const Group dy = loadGroup(incoming + row * width + first, width - first);
        Group gates = loadGroup(pairs + at, width - first);
        Group ups = loadGroup(pairs + at + width, width - first);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            const float gate = gates.values[i];
            gates.values[i] = dy.values[i] * ups.values[i] * kernels::siluSlope(gate);
            ups.values[i] = dy.values[i] * kernels::silu(gate);
        }
        storeGroup(result + at, gates, width - first);
        storeGroup(result + at + width, ups, width - first);
    }
};

// y = x + branch in the branch's place; a second result is the mask of its dropout
template <class T, Launcher L> void runAdd(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    if (call.writes.size() > 1) {
        launcher.threads(groupsOf(count),
            DropBody<T> { dataOf<T>(call.reads[0]), dataOf<T>(call.reads[1]), dataOf<T>(call.writes[0]),
                static_cast<std::uint8_t*>(call.writes[1].data), count,
                kernels::dropper<float>(call.facts->dropoutRate), drawnBy(call) });
        return;
    }
    launcher.threads(groupsOf(count),
        MapTwoBody<T, Sum> {
            dataOf<T>(call.reads[0]), dataOf<T>(call.reads[1]), dataOf<T>(call.writes[0]), count, {} });
}

template <class T, Launcher L> void runDropout(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    launcher.threads(groupsOf(count),
        DropBody<T> { nullptr, dataOf<T>(call.reads[0]), dataOf<T>(call.writes[0]),
            static_cast<std::uint8_t*>(call.writes[1].data), count, kernels::dropper<float>(call.facts->dropoutRate),
            drawnBy(call) });
}

template <class T, Launcher L> void runDropoutBackward(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    launcher.threads(groupsOf(count),
        DropBackwardBody<T> { dataOf<T>(call.reads[0]), static_cast<const std::uint8_t*>(call.reads[1].data),
            dataOf<T>(call.writes[0]), count, kernels::dropper<float>(call.facts->dropoutRate) });
}

template <class T, Launcher L> void runActivation(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    launcher.threads(
        groupsOf(count), MapBody<T, Gelu> { dataOf<T>(call.reads[0]), dataOf<T>(call.writes[0]), count, {} });
}

// dx in the place of dy
template <class T, Launcher L> void runActivationBackward(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    launcher.threads(groupsOf(count),
        MapTwoBody<T, GeluGradient> {
            dataOf<T>(call.reads[0]), dataOf<T>(call.reads[1]), dataOf<T>(call.writes[0]), count, {} });
}

template <class T, Launcher L> void runGatedActivation(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.writes[0].shape.extents[1];
    launcher.threads(call.reads[0].shape.extents[0] * groupsOf(width),
        GatedBody<T> { dataOf<T>(call.reads[0]), dataOf<T>(call.writes[0]), width });
}

template <class T, Launcher L> void runGatedActivationBackward(const OpCall& call, L& launcher)
{
    const std::int64_t width = call.reads[0].shape.extents[1];
    launcher.threads(call.reads[0].shape.extents[0] * groupsOf(width),
        GatedBackwardBody<T> { dataOf<T>(call.reads[0]), dataOf<T>(call.reads[1]), dataOf<T>(call.writes[0]), width });
}

/// Between fp32 and the run's type.
template <class From, class To> struct CastBody {
    const From* from;
    To* to;
    std::int64_t count;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t first = group * kGroup;
        storeGroup(to + first, loadGroup(from + first, count - first), count - first);
    }
};

template <class T, Launcher L> void runUpcast(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[0]);
    launcher.threads(groupsOf(count), CastBody<T, float> { dataOf<T>(call.reads[0]), floats(call.writes[0]), count });
}

// fp32 (reads[1]) in the place of what was of the run's type
template <class T, Launcher L> void runDowncast(const OpCall& call, L& launcher)
{
    const std::int64_t count = elementsOf(call.reads[1]);
    launcher.threads(groupsOf(count), CastBody<float, T> { floats(call.reads[1]), dataOf<T>(call.writes[0]), count });
}

} // namespace sublinear::cuda
