// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/rotary.h"

namespace sublinear::cuda {

/// One pair of elements of one row, in every head of query and key: item = row * head_dim/2 + pair.
template <class T> struct RotaryBody {
    T* data;
    std::int64_t stride;
    std::int64_t sequence;
    std::int64_t headDim;
    std::int64_t heads; ///< of query and key
    double base;
    double direction; ///< 1 or -1

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t item) const
    {
        const std::int64_t half = headDim / 2;
        const std::int64_t row = item / half;
        const std::int64_t pair = item % half;
        const double turns = direction * kernels::turnsPerPosition(pair, headDim, base);
        const auto point = kernels::circlePoint(static_cast<double>(row % sequence) * turns);
        const auto sine = static_cast<float>(point.sine);
        const auto cosine = static_cast<float>(point.cosine);
        T* low = data + row * stride + pair;
        for (std::int64_t head = 0; head < heads; ++head, low += headDim) {
            float first = low[0];
            float second = low[half];
            kernels::rotatePair(first, second, sine, cosine);
            low[0] = first;
            low[half] = second;
        }
    }
};

template <class T, Launcher L> void turn(const OpCall& call, L& launcher, double direction)
{
    const LocalShape& shape = call.facts->shape;
    launcher.threads(call.writes[0].shape.extents[0] * (shape.headDim / 2),
        RotaryBody<T> { dataOf<T>(call.writes[0]), call.writes[0].shape.extents[1], shape.sequence, shape.headDim,
            shape.heads + shape.kvHeads, call.facts->rotaryBase, direction });
}

template <class T, Launcher L> void runRotary(const OpCall& call, L& launcher)
{
    turn<T>(call, launcher, 1.0);
}

template <class T, Launcher L> void runRotaryBackward(const OpCall& call, L& launcher)
{
    turn<T>(call, launcher, -1.0);
}

} // namespace sublinear::cuda
