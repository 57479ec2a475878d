// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/column_sums.h"

namespace sublinear::cuda {

// y = x W + b
template <class T, Launcher L> void runMatmul(const OpCall& call, L& launcher)
{
    const Operand& x = call.reads[0];
    const Operand& y = call.writes[0];
    if (y.data == nullptr) {
        return;
    }
    const bool table = readsTable(call);
    Product product;
    product.m = x.shape.extents[0];
    product.n = y.shape.extents[1];
    product.k = x.shape.extents[1];
    product.a = { dataOf<T>(x), product.k, false, 0 };
    product.b = { dataOf<T>(call.parameters[0]), table ? product.k : product.n, table, 0 };
    product.c = dataOf<T>(y);
    product.cStride = product.n;
    product.factors = product.result = kTypeOf<T>;
    product.bias = call.parameters.size() > 1 ? dataOf<T>(call.parameters[1]) : nullptr;
    launcher.multiply(product);
}

// dW += x^T dy, db += column sums of dy, then dx = dy W^T, added to the gradient that is there
// already (reads[2], often in its place).
template <class T, Launcher L> void runMatmulBackward(const OpCall& call, L& launcher)
{
    const Operand& dy = call.reads[0];
    const Operand& x = call.reads[1];
    const bool table = readsTable(call);
    const std::int64_t rows = x.shape.extents[0];
    const std::int64_t in = x.shape.extents[1];
    const std::int64_t out = dy.shape.extents[1];
    const ProductFactor incoming { dataOf<T>(dy), out, false, 0 };
    const ProductFactor input { dataOf<T>(x), in, false, 0 };

    Product dWeight;
    dWeight.m = table ? out : in;
    dWeight.n = table ? in : out;
    dWeight.k = rows;
    dWeight.a = table ? incoming : input;
    dWeight.a.transposed = true;
    dWeight.b = table ? input : incoming;
    dWeight.c = floats(call.gradients[0]);
    dWeight.cStride = dWeight.n;
    dWeight.beta = 1.0F;
    dWeight.factors = kTypeOf<T>;
    launcher.multiply(dWeight);
    if (call.gradients.size() > 1) {
        addColumnSums(launcher, rows, out, floats(call.gradients[1]), PlainTerm<T> { dataOf<T>(dy), out });
    }

    const Operand& dx = call.writes[0];
    if (dx.data == nullptr) {
        return;
    }
    const bool adds = call.reads.size() > 2;
    if (adds && call.reads[2].data != dx.data) {
        launcher.copy(dx.data, call.reads[2].data, rows * in * static_cast<std::int64_t>(sizeof(T)));
    }
    Product dInput;
    dInput.m = rows;
    dInput.n = in;
    dInput.k = out;
    dInput.a = incoming;
    dInput.b = { dataOf<T>(call.parameters[0]), table ? in : out, !table, 0 };
    dInput.c = dataOf<T>(dx);
    dInput.cStride = in;
    dInput.factors = dInput.result = kTypeOf<T>;
    dInput.beta = adds ? 1.0F : 0.0F;
    launcher.multiply(dInput);
}

} // namespace sublinear::cuda
