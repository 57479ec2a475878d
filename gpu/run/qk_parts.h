// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/target.h"
#include "gpu/run/run_facts.h"

#include <cstdint>

namespace sublinear {

/// The parts of a row that are normed alone: each head of query and key, or query and key whole.
/// 1/std of part p of a row stands in column p of the statistics.
struct QkParts {
    std::int64_t queries = 0; ///< parts that belong to the query
    std::int64_t keys = 0;
    std::int64_t queryWidth = 0; ///< of one part
    std::int64_t keyWidth = 0;

    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t count() const { return queries + keys; }
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t pairWidth() const { return queries * queryWidth + keys * keyWidth; }
    [[nodiscard]] SUBLINEAR_ARITHMETIC bool isQuery(std::int64_t part) const { return part < queries; }
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t width(std::int64_t part) const
    {
        return isQuery(part) ? queryWidth : keyWidth;
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t offset(std::int64_t part) const
    {
        return isQuery(part) ? part * queryWidth : queries * queryWidth + (part - queries) * keyWidth;
    }
};

inline QkParts qkParts(const RunFacts& facts)
{
    const LocalShape& shape = facts.shape;
    if (facts.qkNorm == QkNorm::PerHead) {
        return { shape.heads, shape.kvHeads, shape.headDim, shape.headDim };
    }
    return { 1, 1, shape.heads * shape.headDim, shape.kvHeads * shape.headDim };
}

} // namespace sublinear
