// SPDX-License-Identifier: MIT
#include "gpu/kernels/rotary.h"

#include "gpu/cpu/families.h"
#include "gpu/cpu/operands.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

// Pairs whose angles are at hand at a time.
constexpr std::int64_t kPairs = 64;

// Turns query and key of rows begin..end-1 in place; what comes after them in a row stays.
template <class Real>
void turnRows(
    Real* data, std::int64_t stride, const RunFacts& facts, double direction, std::int64_t begin, std::int64_t end)
{
    const LocalShape& shape = facts.shape;
    const std::int64_t half = shape.headDim / 2;
    const std::int64_t heads = shape.heads + shape.kvHeads;
    std::array<double, kPairs> turns {};
    std::array<Real, kPairs> sines {};
    std::array<Real, kPairs> cosines {};
    for (std::int64_t first = 0; first < half; first += kPairs) {
        const std::int64_t pairs = std::min(kPairs, half - first);
        for (std::int64_t i = 0; i < pairs; ++i) {
            turns[static_cast<std::size_t>(i)] =
                direction * kernels::turnsPerPosition(first + i, shape.headDim, facts.rotaryBase);
        }
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            const auto position = static_cast<double>(row % shape.sequence);
            SUBLINEAR_INDEPENDENT
            for (std::int64_t i = 0; i < pairs; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const auto point = kernels::circlePoint(position * turns[at]);
                sines[at] = static_cast<Real>(point.sine);
                cosines[at] = static_cast<Real>(point.cosine);
            }
            for (std::int64_t head = 0; head < heads; ++head) {
                Real* low = data + row * stride + head * shape.headDim + first;
                Real* high = low + half;
                SUBLINEAR_INDEPENDENT
                for (std::int64_t i = 0; i < pairs; ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    kernels::rotatePair(low[i], high[i], sines[at], cosines[at]);
                }
            }
        });
    }
}

template <class Real> void turn(const OpCall& call, ThreadPool& pool, double direction)
{
    const std::int64_t rows = call.writes[0].shape.extents[0];
    const std::int64_t stride = call.writes[0].shape.extents[1];
    auto* data = elements<Real>(call.writes[0]);
    pool.forEach(rows, rowsPerPiece(stride),
        [&](std::int64_t begin, std::int64_t end) { turnRows(data, stride, *call.facts, direction, begin, end); });
}

} // namespace

template <class Real> void runRotary(const OpCall& call, ThreadPool& pool)
{
    turn<Real>(call, pool, 1.0);
}

template <class Real> void runRotaryBackward(const OpCall& call, ThreadPool& pool)
{
    turn<Real>(call, pool, -1.0);
}

template void runRotary<float>(const OpCall&, ThreadPool&);
template void runRotary<double>(const OpCall&, ThreadPool&);
template void runRotaryBackward<float>(const OpCall&, ThreadPool&);
template void runRotaryBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
