// SPDX-License-Identifier: MIT
#include "gpu/cpu/column_sums.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/gemm.h"

#include <algorithm>

namespace sublinear {

// y = x W + b
template <class Real> void runMatmul(const OpCall& call, ThreadPool& pool)
{
    const Operand& x = call.reads[0];
    const Operand& y = call.writes[0];
    if (y.data == nullptr) {
        return;
    }
    const bool table = readsTable(call);
    const std::int64_t in = x.shape.extents[1];
    const std::int64_t out = y.shape.extents[1];
    Gemm<Real> product;
    product.m = x.shape.extents[0];
    product.n = out;
    product.k = in;
    product.a = { static_cast<const Real*>(x.data), in, false };
    product.b = { static_cast<const Real*>(call.parameters[0].data), table ? in : out, table };
    product.c = static_cast<Real*>(y.data);
    product.cStride = out;
    product.bias = call.parameters.size() > 1 ? static_cast<const Real*>(call.parameters[1].data) : nullptr;
    gemm(product, pool);
}

// dW += x^T dy, db += column sums of dy, then dx = dy W^T, added to the gradient that is there already
// (reads[2], often in its place).
template <class Real> void runMatmulBackward(const OpCall& call, ThreadPool& pool)
{
    const Operand& dy = call.reads[0];
    const Operand& x = call.reads[1];
    const bool table = readsTable(call);
    const std::int64_t rows = x.shape.extents[0];
    const std::int64_t in = x.shape.extents[1];
    const std::int64_t out = dy.shape.extents[1];
    const Factor<Real> incoming { static_cast<const Real*>(dy.data), out, false };
    const Factor<Real> input { static_cast<const Real*>(x.data), in, false };

    Gemm<Real> dWeight;
    dWeight.m = table ? out : in;
    dWeight.n = table ? in : out;
    dWeight.k = rows;
    dWeight.a = table ? incoming : input;
    dWeight.a.transposed = true;
    dWeight.b = table ? input : incoming;
    dWeight.c = static_cast<Real*>(call.gradients[0].data);
    dWeight.cStride = dWeight.n;
    dWeight.beta = 1;
    gemm(dWeight, pool);
    if (call.gradients.size() > 1) {
        addColumnSums(pool, rows, out, static_cast<Real*>(call.gradients[1].data),
            [data = incoming.data, out](std::int64_t row, std::int64_t column)
                SUBLINEAR_INLINED { return data[row * out + column]; });
    }

    const Operand& dx = call.writes[0];
    if (dx.data == nullptr) {
        return;
    }
    auto* const result = static_cast<Real*>(dx.data);
    const bool adds = call.reads.size() > 2;
    if (adds && call.reads[2].data != dx.data) {
        const auto* const before = static_cast<const Real*>(call.reads[2].data);
        constexpr std::int64_t kCopied = 16384; // elements: a piece of work
        pool.forEach(rows * in, kCopied,
            [&](std::int64_t begin, std::int64_t end) { std::copy(before + begin, before + end, result + begin); });
    }
    Gemm<Real> dInput;
    dInput.m = rows;
    dInput.n = in;
    dInput.k = out;
    dInput.a = incoming;
    dInput.b = { static_cast<const Real*>(call.parameters[0].data), table ? in : out, !table };
    dInput.c = result;
    dInput.cStride = in;
    dInput.beta = adds ? 1 : 0;
    gemm(dInput, pool);
}

template void runMatmul<float>(const OpCall&, ThreadPool&);
template void runMatmul<double>(const OpCall&, ThreadPool&);
template void runMatmulBackward<float>(const OpCall&, ThreadPool&);
template void runMatmulBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
