// SPDX-License-Identifier: MIT
#include "gpu/cpu/attention_extents.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/gemm.h"
#include "gpu/cpu/vectorise.h"

#include <limits>

namespace sublinear {

namespace {

using kernels::HostLanes;

// Queries, or keys, that one product takes. The products leave out what is beyond the mask, up to
// half a block on the diagonal.
constexpr std::int64_t kBlock = 64;
constexpr std::int64_t kRowElements = 16384; // of a softmax, in a piece of work

// Rows [begin, end) of one head of one sequence.
struct HeadBlock {
    std::int64_t batch = 0;
    std::int64_t head = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t count() const { return end - begin; }
};

// body(block) for all blocks of all heads, over the team.
template <class Body>
void forBlocks(const AttentionExtents& extents, std::int64_t heads, ThreadPool& pool, const Body& body)
{
    const std::int64_t S = extents.sequence;
    const std::int64_t blocks = (S + kBlock - 1) / kBlock;
    pool.forEach(extents.batch * heads * blocks, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t begin = i % blocks * kBlock;
            const std::int64_t head = i / blocks;
            body(HeadBlock { head / heads, head % heads, begin, std::min(begin + kBlock, S) });
        }
    });
}

// The (S, S) matrix of one head.
template <class Real>
Real* squareOf(const Operand& operand, const AttentionExtents& extents, std::int64_t batch, std::int64_t head)
{
    const std::int64_t S = extents.sequence;
    return static_cast<Real*>(operand.data) + (batch * extents.heads + head) * S * S;
}

template <class Real> void fillUnseen(Real* square, const AttentionExtents& extents, const HeadBlock& block, Real value)
{
    const std::int64_t S = extents.sequence;
    vectorised([&](auto) SUBLINEAR_INLINED {
        for (std::int64_t i = block.begin; i < block.end; ++i) {
            kernels::fillOutside<HostLanes>(square + i * S, kernels::visibleKeys(i, extents.window), S, value);
        }
    });
}

// square[block, keys it sees] = alpha a[block] b[keys]^T
template <class Real>
void outerProduct(Real* square, const AttentionExtents& extents, const HeadBlock& block, HeadRows<Real> a,
    HeadRows<Real> b, double alpha)
{
    const std::int64_t first = extents.firstKey(block.begin);
    Gemm<Real> product;
    product.m = block.count();
    product.n = block.end - first;
    product.k = extents.headDim;
    product.a = { a.row(block.begin), a.stride, false };
    product.b = { b.row(first), b.stride, true };
    product.c = square + block.begin * extents.sequence + first;
    product.cStride = extents.sequence;
    product.alpha = static_cast<Real>(alpha);
    gemmHere(product);
}

// out[block] = alpha square[block, keys it sees] rows[keys]
template <class Real>
void rowProduct(const Real* square, const AttentionExtents& extents, const HeadBlock& block, HeadRows<Real> rows,
    HeadRows<Real> out, double alpha)
{
    const std::int64_t first = extents.firstKey(block.begin);
    Gemm<Real> product;
    product.m = block.count();
    product.n = extents.headDim;
    product.k = block.end - first;
    product.a = { square + block.begin * extents.sequence + first, extents.sequence, false };
    product.b = { rows.row(first), rows.stride, false };
    product.c = out.row(block.begin);
    product.cStride = out.stride;
    product.alpha = static_cast<Real>(alpha);
    gemmHere(product);
}

// out[keys of the block] = alpha square[queries that see them, keys]^T rows[queries]; added if so told.
template <class Real>
void columnProduct(const Real* square, const AttentionExtents& extents, const HeadBlock& keys, HeadRows<Real> rows,
    HeadRows<Real> out, double alpha, bool adds)
{
    Gemm<Real> product;
    product.m = keys.count();
    product.n = extents.headDim;
    product.k = extents.queryEnd(keys.end) - keys.begin;
    product.a = { square + keys.begin * extents.sequence + keys.begin, extents.sequence, true };
    product.b = { rows.row(keys.begin), rows.stride, false };
    product.c = out.row(keys.begin);
    product.cStride = out.stride;
    product.alpha = static_cast<Real>(alpha);
    product.beta = adds ? 1 : 0;
    gemmHere(product);
}

} // namespace

// scores = Q K^T / sqrt(head_dim); -inf where a query does not see a key.
template <class Real> void runScores(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const Operand& pair = call.reads[0];
    const Operand& scores = call.writes[0];
    if (scores.data == nullptr) {
        return;
    }
    forBlocks(extents, extents.heads, pool, [&](const HeadBlock& block) {
        const auto heads = queryKeyValue<Real>(pair, pair, extents, block.batch, block.head);
        Real* const square = squareOf<Real>(scores, extents, block.batch, block.head);
        outerProduct(square, extents, block, heads.query, heads.key, extents.scale);
        fillUnseen(square, extents, block, -std::numeric_limits<Real>::infinity());
    });
}

// Gradients of query and key, next to that of the value, which is there (reads[0], in place).
template <class Real> void runScoresBackward(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const Operand& dScores = call.reads[1];
    const Operand& pair = call.reads[2];
    const Operand& gradient = call.writes[0];
    forBlocks(extents, extents.heads, pool, [&](const HeadBlock& block) {
        const auto heads = queryKeyValue<Real>(pair, pair, extents, block.batch, block.head);
        rowProduct<Real>(squareOf<Real>(dScores, extents, block.batch, block.head), extents, block, heads.key,
            headRows<Real>(gradient, extents, block.batch, block.head), extents.scale);
    });
    forBlocks(extents, extents.kvHeads, pool, [&](const HeadBlock& keys) {
        const auto out = headRows<Real>(gradient, extents, keys.batch, extents.heads + keys.head);
        for (std::int64_t i = 0; i < extents.group(); ++i) {
            const std::int64_t head = keys.head * extents.group() + i;
            columnProduct<Real>(squareOf<Real>(dScores, extents, keys.batch, head), extents, keys,
                headRows<Real>(pair, extents, keys.batch, head), out, extents.scale, i > 0);
        }
    });
}

template <class Real> void runSoftmax(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    auto* const rows = static_cast<Real*>(call.writes[0].data);
    pool.forEach(extents.batch * extents.heads * S, std::max<std::int64_t>(kRowElements / S, 1),
        [&](std::int64_t begin, std::int64_t end) {
            vectorised([&](auto) SUBLINEAR_INLINED {
                for (std::int64_t row = begin; row < end; ++row) {
                    kernels::softmaxRow<HostLanes>(rows + row * S, kernels::visibleKeys(row % S, extents.window), S);
                }
            });
        });
}

template <class Real> void runSoftmaxBackward(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const auto* const probabilities = static_cast<const Real*>(call.reads[1].data);
    auto* const rows = static_cast<Real*>(call.writes[0].data);
    pool.forEach(extents.batch * extents.heads * S, std::max<std::int64_t>(kRowElements / S, 1),
        [&](std::int64_t begin, std::int64_t end) {
            vectorised([&](auto) SUBLINEAR_INLINED {
                for (std::int64_t row = begin; row < end; ++row) {
                    kernels::softmaxBackwardRow<HostLanes>(
                        rows + row * S, probabilities + row * S, kernels::visibleKeys(row % S, extents.window), S);
                }
            });
        });
}

// out = P V
template <class Real> void runValues(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const Operand& probabilities = call.reads[0];
    const Operand& qkv = call.reads[1];
    const Operand& out = call.writes[0];
    if (out.data == nullptr) {
        return;
    }
    forBlocks(extents, extents.heads, pool, [&](const HeadBlock& block) {
        rowProduct<Real>(squareOf<Real>(probabilities, extents, block.batch, block.head), extents, block,
            queryKeyValue<Real>(qkv, qkv, extents, block.batch, block.head).value,
            headRows<Real>(out, extents, block.batch, block.head), 1.0);
    });
}

// dP = dO V^T, 0 where nothing is seen; dV = P^T dO in the value's part of a tensor like qkv.
template <class Real> void runValuesBackward(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const Operand& incoming = call.reads[0];
    const Operand& qkv = call.reads[1];
    const Operand& probabilities = call.reads[2];
    const Operand& dProbabilities = call.writes[0];
    const Operand& dValue = call.writes[1];
    forBlocks(extents, extents.heads, pool, [&](const HeadBlock& block) {
        Real* const square = squareOf<Real>(dProbabilities, extents, block.batch, block.head);
        outerProduct(square, extents, block, headRows<Real>(incoming, extents, block.batch, block.head),
            queryKeyValue<Real>(qkv, qkv, extents, block.batch, block.head).value, 1.0);
        fillUnseen(square, extents, block, Real { 0 });
    });
    forBlocks(extents, extents.kvHeads, pool, [&](const HeadBlock& keys) {
        const auto out = headRows<Real>(dValue, extents, keys.batch, extents.heads + extents.kvHeads + keys.head);
        for (std::int64_t i = 0; i < extents.group(); ++i) {
            const std::int64_t head = keys.head * extents.group() + i;
            columnProduct<Real>(squareOf<Real>(probabilities, extents, keys.batch, head), extents, keys,
                headRows<Real>(incoming, extents, keys.batch, head), out, 1.0, i > 0);
        }
    });
}

template void runScores<float>(const OpCall&, ThreadPool&);
template void runScores<double>(const OpCall&, ThreadPool&);
template void runScoresBackward<float>(const OpCall&, ThreadPool&);
template void runScoresBackward<double>(const OpCall&, ThreadPool&);
template void runSoftmax<float>(const OpCall&, ThreadPool&);
template void runSoftmax<double>(const OpCall&, ThreadPool&);
template void runSoftmaxBackward<float>(const OpCall&, ThreadPool&);
template void runSoftmaxBackward<double>(const OpCall&, ThreadPool&);
template void runValues<float>(const OpCall&, ThreadPool&);
template void runValues<double>(const OpCall&, ThreadPool&);
template void runValuesBackward<float>(const OpCall&, ThreadPool&);
template void runValuesBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
