// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/element.h"
#include "core/scenario/resolve.h"

namespace sublinear {

/// The extents that one device sees: heads, widths and vocabulary divided by the tensor
/// parallel degree t (rounded up), rows of the sequence divided too under sequence parallelism.
struct LocalShape {
    Count batch = 1; ///< B
    Count rows = 1; ///< B*S tokens
    Count shardRows = 1; ///< rows of what sequence parallelism divides: B*ceil(S/t), else B*S
    Count sequence = 1; ///< S
    Count dModel = 1; ///< D
    Count heads = 1; ///< H/t
    Count kvHeads = 1; ///< Hkv/t, at least 1
    Count headDim = 1;
    Count dFfn = 1; ///< F/t
    Count vocab = 0; ///< V/t; 0 without embeddings
    Count expertDFfn = 0;
    Count sharedDFfn = 0; ///< all shared experts together, divided by t
    bool gathers = false; ///< sequence parallel: rows are gathered before, scattered after each pair of products
    ElementType type = ElementType::Bf16;

    [[nodiscard]] Count queryWidth() const { return heads * headDim; }
    [[nodiscard]] Count qkvWidth() const { return (heads + 2 * kvHeads) * headDim; }
};

LocalShape localShape(const ResolvedScenario& scenario);

} // namespace sublinear
