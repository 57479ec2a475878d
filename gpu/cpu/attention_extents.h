// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/softmax.h"
#include "gpu/run/op_call.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sublinear {

/// Extents of attention, and what of it can be seen.
struct AttentionExtents {
    std::int64_t batch = 0;
    std::int64_t sequence = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t window = 0; ///< 0: none
    double scale = 1.0; ///< of the scores: 1/sqrt(head_dim)

    explicit AttentionExtents(const RunFacts& facts)
        : batch(facts.shape.batch)
        , sequence(facts.shape.sequence)
        , heads(facts.shape.heads)
        , kvHeads(facts.shape.kvHeads)
        , headDim(facts.shape.headDim)
        , window(facts.slidingWindow.value_or(0))
        , scale(1.0 / std::sqrt(static_cast<double>(facts.shape.headDim)))
    {
    }

    /// Query heads that share one head of keys and values.
    [[nodiscard]] std::int64_t group() const { return heads / kvHeads; }
    [[nodiscard]] kernels::KeyRange keysOf(std::int64_t query) const { return kernels::visibleKeys(query, window); }
    /// First key that any query of a block sees, the block starting with `query`.
    [[nodiscard]] std::int64_t firstKey(std::int64_t query) const { return keysOf(query).first; }
    /// End of the queries that see any of the keys before `keyEnd`.
    [[nodiscard]] std::int64_t queryEnd(std::int64_t keyEnd) const
    {
        return window > 0 && keyEnd - 1 < sequence - window ? keyEnd - 1 + window : sequence;
    }
};

/// The rows of one head in a tensor (B*S, width): row i is data + i*stride.
template <class Real> struct HeadRows {
    Real* data = nullptr;
    std::int64_t stride = 0;

    [[nodiscard]] Real* row(std::int64_t i) const { return data + i * stride; }
};

/// Head number `column / head_dim` of sequence b; query heads come first, then those of keys, then values.
template <class Real>
HeadRows<Real> headRows(const Operand& operand, const AttentionExtents& extents, std::int64_t b, std::int64_t head)
{
    const std::int64_t stride = operand.shape.extents[1];
    return { static_cast<Real*>(operand.data) + b * extents.sequence * stride + head * extents.headDim, stride };
}

/// Query, key and value of one query head. `pair` has query and key: qkv itself, or what a norm made of them.
template <class Real> struct QueryKeyValue {
    HeadRows<Real> query;
    HeadRows<Real> key;
    HeadRows<Real> value;
};

template <class Real>
QueryKeyValue<Real> queryKeyValue(
    const Operand& pair, const Operand& qkv, const AttentionExtents& extents, std::int64_t b, std::int64_t head)
{
    const std::int64_t kvHead = head / extents.group();
    return { headRows<Real>(pair, extents, b, head), headRows<Real>(pair, extents, b, extents.heads + kvHead),
        headRows<Real>(qkv, extents, b, extents.heads + extents.kvHeads + kvHead) };
}

} // namespace sublinear
