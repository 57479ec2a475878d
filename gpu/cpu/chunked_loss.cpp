// SPDX-License-Identifier: MIT
#include "gpu/cpu/column_sums.h"
#include "gpu/cpu/data.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/gemm.h"
#include "gpu/cpu/is_stopped.h"
#include "gpu/cpu/operands.h"
#include "gpu/cpu/ordered_sum.h"
#include "gpu/kernels/loss.h"

#include <algorithm>

namespace sublinear {

namespace {

using kernels::HostLanes;

// Rows first .. first+count-1 of the head's input with their logits. D wide, V logits.
template <class Real> struct Chunk {
    Real* rows; ///< input, then its gradient
    Real* logits;
    Real* gradient; ///< of the logits
    std::int64_t first;
    std::int64_t count;
    std::int64_t width;
    std::int64_t vocab;
    bool tied; ///< the weight is (V, D), otherwise (D, V)
};

template <class Real> void makeLogits(const Chunk<Real>& chunk, const Real* weight, const Real* bias, ThreadPool& pool)
{
    Gemm<Real> product;
    product.m = chunk.count;
    product.n = chunk.vocab;
    product.k = chunk.width;
    product.a = { chunk.rows, chunk.width, false };
    product.b = { weight, chunk.tied ? chunk.width : chunk.vocab, chunk.tied };
    product.c = chunk.logits;
    product.cStride = chunk.vocab;
    product.bias = bias;
    gemm(product, pool);
}

// The chunk's part of the loss, summed over its rows, and the gradient of its logits.
template <class Real> double lossOf(const Chunk<Real>& chunk, const RunFacts& facts, Real share, ThreadPool& pool)
{
    return orderedSum(pool, chunk.count, 1, [&](std::int64_t begin, std::int64_t end) {
        double part = 0.0;
        forRows(begin, end, [&](std::int64_t row) SUBLINEAR_INLINED {
            const Real* logits = chunk.logits + row * chunk.vocab;
            const std::int64_t target = targetOf(facts, chunk.first + row);
            const Real sum = kernels::logSumExp<HostLanes>(logits, chunk.vocab);
            part += static_cast<double>(sum - logits[target]);
            kernels::crossEntropyGradient<HostLanes>(
                logits, sum, target, share, chunk.gradient + row * chunk.vocab, chunk.vocab);
        });
        return part;
    });
}

// dW += rows^T d (tied: d^T rows), db += column sums of d
template <class Real>
void addWeightGradients(const Chunk<Real>& chunk, std::span<const Operand> gradients, ThreadPool& pool)
{
    const Factor<Real> rows { chunk.rows, chunk.width, !chunk.tied };
    const Factor<Real> logits { chunk.gradient, chunk.vocab, chunk.tied };
    Gemm<Real> product;
    product.m = chunk.tied ? chunk.vocab : chunk.width;
    product.n = chunk.tied ? chunk.width : chunk.vocab;
    product.k = chunk.count;
    product.a = chunk.tied ? logits : rows;
    product.b = chunk.tied ? rows : logits;
    product.c = elements<Real>(gradients[0]);
    product.cStride = product.n;
    product.beta = 1;
    gemm(product, pool);
    if (gradients.size() > 1) {
        addColumnSums(pool, chunk.count, chunk.vocab, elements<Real>(gradients[1]),
            [d = chunk.gradient, vocab = chunk.vocab](std::int64_t row, std::int64_t c)
                SUBLINEAR_INLINED { return d[row * vocab + c]; });
    }
}

// d W^T in the place of the rows
template <class Real> void replaceRows(const Chunk<Real>& chunk, const Real* weight, ThreadPool& pool)
{
    Gemm<Real> product;
    product.m = chunk.count;
    product.n = chunk.width;
    product.k = chunk.vocab;
    product.a = { chunk.gradient, chunk.vocab, false };
    product.b = { weight, chunk.tied ? chunk.width : chunk.vocab, !chunk.tied };
    product.c = chunk.rows;
    product.cStride = chunk.width;
    gemm(product, pool);
}

} // namespace

// Cross entropy of the next tokens, mean over all rows: chunk by chunk, so that no more than one
// chunk of logits is there at a time.
template <class Real> void runChunkedLoss(const OpCall& call, ThreadPool& pool)
{
    const std::int64_t rows = call.reads[0].shape.extents[0];
    const std::int64_t width = call.reads[0].shape.extents[1];
    const std::int64_t chunkRows = call.writes[1].shape.extents[0];
    const std::int64_t vocab = call.writes[1].shape.extents[1];
    const auto* weight = elements<const Real>(call.parameters[0]);
    const Real* bias = call.parameters.size() > 1 ? elements<const Real>(call.parameters[1]) : nullptr;
    const Real share = Real { 1 } / static_cast<Real>(rows);
    double total = 0.0;
    for (std::int64_t first = 0; first < rows && !isStopped(call); first += chunkRows) {
        const Chunk<Real> chunk { elements<Real>(call.writes[0]) + first * width, elements<Real>(call.writes[1]),
            elements<Real>(call.writes[2]), first, std::min(chunkRows, rows - first), width, vocab,
            call.facts->tiedHead };
        makeLogits(chunk, weight, bias, pool);
        total += lossOf(chunk, *call.facts, share, pool);
        addWeightGradients(chunk, call.gradients, pool);
        replaceRows(chunk, weight, pool);
    }
    if (call.results != nullptr) {
        call.results->loss = total / static_cast<double>(rows);
    }
}

template void runChunkedLoss<float>(const OpCall&, ThreadPool&);
template void runChunkedLoss<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
