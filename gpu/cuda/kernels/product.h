// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/element.h"

#include <cstdint>

namespace sublinear::cuda {

/// A row-major matrix that a product reads: element (i, j) is data[i*stride + j], of the transposed one
/// data[j*stride + i]; the next of a batch `batchStride` elements on.
struct ProductFactor {
    const void* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
    std::int64_t batchStride = 0;
};

/// C = alpha A B + beta C with A (m, k), B (k, n), C (m, n), `batches` times. With beta 0 nothing in
/// C is read. `bias` (n values of C's type, with beta 0) is added to each row. Factors are fp32 or bf16, sums are
/// fp32, and C is of the factors' type or fp32.
struct Product {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    ProductFactor a;
    ProductFactor b;
    void* c = nullptr;
    std::int64_t cStride = 0;
    std::int64_t cBatchStride = 0;
    std::int64_t batches = 1;
    float alpha = 1.0F;
    float beta = 0.0F;
    const void* bias = nullptr;
    ElementType factors = ElementType::Fp32;
    ElementType result = ElementType::Fp32;
};

} // namespace sublinear::cuda
