// SPDX-License-Identifier: MIT
#include "gpu/cpu/attention_extents.h"
#include "gpu/cpu/families.h"
#include "gpu/cpu/gemm.h"
#include "gpu/cpu/vectorise.h"

#include <array>
#include <memory>

namespace sublinear {

namespace {

using kernels::HostLanes;
using kernels::KeyRange;
using kernels::RunningSoftmax;

// Attention in tiles (Dao et al., arXiv 2205.14135): of the scores only one tile is there at a time.
constexpr std::int64_t kQueries = 64;
constexpr std::int64_t kKeys = 256;
constexpr std::int64_t kRowsPerPiece = 64; // of row sums
constexpr std::size_t kAlignment = 64;

// One for each thread, of fixed size, kept from call to call.
template <class Real> struct Tiles {
    alignas(kAlignment) std::array<Real, kQueries * kKeys> scores {};
    alignas(kAlignment) std::array<Real, kQueries * kKeys> gradients {};
    std::array<RunningSoftmax<Real>, kQueries> rows {};
};

template <class Real> Tiles<Real>& tiles()
{
    thread_local const std::unique_ptr<Tiles<Real>> mine(new Tiles<Real>);
    return *mine; // NOLINT(clang-analyzer-cplusplus.NewDelete): it lives as long as the thread
}

// Queries [query, queryEnd) against keys [key, keyEnd).
struct Tile {
    std::int64_t query = 0;
    std::int64_t queryEnd = 0;
    std::int64_t key = 0;
    std::int64_t keyEnd = 0;

    [[nodiscard]] std::int64_t queries() const { return queryEnd - query; }
    [[nodiscard]] std::int64_t keys() const { return keyEnd - key; }
    /// What query `i` sees of the tile, counted from its first key.
    [[nodiscard]] SUBLINEAR_INLINED KeyRange seen(std::int64_t i, std::int64_t window) const
    {
        const KeyRange all = kernels::visibleKeys(i, window);
        const std::int64_t first = all.first > key ? all.first - key : 0;
        const std::int64_t end = (all.end < keyEnd ? all.end : keyEnd) - key;
        return { first < end ? first : (end > 0 ? end : 0), end > 0 ? end : 0 };
    }
};

template <class Real> Factor<Real> factor(HeadRows<Real> rows, std::int64_t first, bool transposed = false)
{
    return { rows.row(first), rows.stride, transposed };
}

// A tile's matrix (queries, kKeys at most).
template <class Real> Factor<Real> factor(const Real* tile, bool transposed = false)
{
    return { tile, kKeys, transposed };
}

// out (queries, keys) = alpha a b^T
template <class Real>
void outerProduct(const Tile& tile, std::int64_t width, HeadRows<Real> a, HeadRows<Real> b, double alpha, Real* out)
{
    Gemm<Real> product;
    product.m = tile.queries();
    product.n = tile.keys();
    product.k = width;
    product.a = factor(a, tile.query);
    product.b = factor(b, tile.key, true);
    product.c = out;
    product.cStride = kKeys;
    product.alpha = static_cast<Real>(alpha);
    gemmHere(product);
}

// out[queries] = matrix rows[keys], added if so told
template <class Real>
void rowProduct(
    const Tile& tile, std::int64_t width, const Real* matrix, HeadRows<Real> rows, HeadRows<Real> out, bool adds)
{
    Gemm<Real> product;
    product.m = tile.queries();
    product.n = width;
    product.k = tile.keys();
    product.a = factor(matrix);
    product.b = factor(rows, tile.key);
    product.c = out.row(tile.query);
    product.cStride = out.stride;
    product.beta = adds ? 1 : 0;
    gemmHere(product);
}

// out[keys] += matrix^T rows[queries]
template <class Real>
void addColumnProduct(const Tile& tile, std::int64_t width, const Real* matrix, HeadRows<Real> rows, HeadRows<Real> out)
{
    Gemm<Real> product;
    product.m = tile.keys();
    product.n = width;
    product.k = tile.queries();
    product.a = factor(matrix, true);
    product.b = factor(rows, tile.query);
    product.c = out.row(tile.key);
    product.cStride = out.stride;
    product.beta = 1;
    gemmHere(product);
}

// One block of queries of one head through all keys that it sees. `out` and `logSums` may be null.
template <class Real>
void attend(const AttentionExtents& extents, std::int64_t query, const QueryKeyValue<Real>& heads, HeadRows<Real> out,
    Real* logSums)
{
    Tiles<Real>& scratch = tiles<Real>();
    Real* const scores = scratch.scores.data();
    RunningSoftmax<Real>* const rows = scratch.rows.data();
    const std::int64_t queryEnd = std::min(query + kQueries, extents.sequence);
    std::fill_n(rows, queryEnd - query, RunningSoftmax<Real> {});
    const std::int64_t first = extents.firstKey(query) / kKeys * kKeys;
    for (std::int64_t key = first; key < queryEnd; key += kKeys) {
        const Tile tile { query, queryEnd, key, std::min(key + kKeys, queryEnd) };
        outerProduct(tile, extents.headDim, heads.query, heads.key, extents.scale, scores);
        vectorised([&](auto) SUBLINEAR_INLINED {
            for (std::int64_t i = query; i < queryEnd; ++i) {
                const Real kept = kernels::takeTile<HostLanes>(
                    rows[i - query], scores + (i - query) * kKeys, tile.seen(i, extents.window), tile.keys());
                if (key != first && out.data != nullptr) {
                    kernels::scaleBy<HostLanes>(out.row(i), extents.headDim, kept);
                }
            }
        });
        if (out.data != nullptr) {
            rowProduct<Real>(tile, extents.headDim, scores, heads.value, out, key != first);
        }
    }
    vectorised([&](auto) SUBLINEAR_INLINED {
        for (std::int64_t i = query; i < queryEnd; ++i) {
            const RunningSoftmax<Real>& row = rows[i - query];
            if (out.data != nullptr) {
                kernels::scaleBy<HostLanes>(out.row(i), extents.headDim, Real { 1 } / row.sum);
            }
            if (logSums != nullptr) {
                logSums[i] = row.largest + kernels::logarithm(row.sum);
            }
        }
    });
}

// What the backward pass of one head works on.
template <class Real> struct HeadBackward {
    QueryKeyValue<Real> heads;
    HeadRows<Real> incoming;
    QueryKeyValue<Real> gradients;
    const Real* logSums = nullptr;
    const Real* rowSums = nullptr; ///< <dO, O> of each query
};

// The scores of the tile are made again; then the gradients of its queries, keys and values are added to.
template <class Real> void addTile(const AttentionExtents& extents, const Tile& tile, const HeadBackward<Real>& head)
{
    Tiles<Real>& scratch = tiles<Real>();
    Real* const probabilities = scratch.scores.data();
    Real* const gradients = scratch.gradients.data();
    const auto scale = static_cast<Real>(extents.scale);
    outerProduct(tile, extents.headDim, head.heads.query, head.heads.key, extents.scale, probabilities);
    outerProduct(tile, extents.headDim, head.incoming, head.heads.value, 1.0, gradients);
    vectorised([&](auto) SUBLINEAR_INLINED {
        for (std::int64_t i = tile.query; i < tile.queryEnd; ++i) {
            const KeyRange seen = tile.seen(i, extents.window);
            Real* const row = probabilities + (i - tile.query) * kKeys;
            kernels::probabilitiesOfTile<HostLanes>(row, head.logSums[i], seen, tile.keys());
            kernels::gradientOfTile<HostLanes>(gradients + (i - tile.query) * kKeys, static_cast<const Real*>(row),
                head.rowSums[i], scale, seen, tile.keys());
        }
    });
    addColumnProduct<Real>(tile, extents.headDim, probabilities, head.incoming, head.gradients.value);
    addColumnProduct<Real>(tile, extents.headDim, gradients, head.heads.query, head.gradients.key);
    rowProduct<Real>(tile, extents.headDim, gradients, head.heads.key, head.gradients.query, true);
}

template <class Real> void clear(const AttentionExtents& extents, HeadRows<Real> rows)
{
    for (std::int64_t i = 0; i < extents.sequence; ++i) {
        std::fill_n(rows.row(i), extents.headDim, Real { 0 });
    }
}

template <class Real>
void writeRowSums(
    const AttentionExtents& extents, const Operand& incoming, const Operand& out, Real* rowSums, ThreadPool& pool)
{
    const std::int64_t S = extents.sequence;
    pool.forEach(extents.batch * extents.heads * S, kRowsPerPiece, [&](std::int64_t begin, std::int64_t end) {
        vectorised([&](auto) SUBLINEAR_INLINED {
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t head = i / S;
                const std::int64_t offset = (head / extents.heads * S + i % S) * incoming.shape.extents[1]
                    + head % extents.heads * extents.headDim;
                rowSums[i] = kernels::dotProduct<HostLanes>(static_cast<const Real*>(incoming.data) + offset,
                    static_cast<const Real*>(out.data) + offset, extents.headDim);
            }
        });
    });
}

} // namespace

template <class Real> void runFlashAttention(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const Operand& qkv = call.reads[0];
    const Operand& pair = call.reads.size() > 1 ? call.reads[1] : qkv;
    const Operand& out = call.writes[0];
    auto* const logSums = static_cast<Real*>(call.writes[1].data);
    const std::int64_t blocks = (S + kQueries - 1) / kQueries;
    pool.forEach(extents.batch * extents.heads * blocks, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / blocks / extents.heads;
            const std::int64_t head = i / blocks % extents.heads;
            attend(extents, i % blocks * kQueries, queryKeyValue<Real>(pair, qkv, extents, b, head),
                out.data == nullptr ? HeadRows<Real> {} : headRows<Real>(out, extents, b, head),
                logSums == nullptr ? nullptr : logSums + (b * extents.heads + head) * S);
        }
    });
}

// One piece is all that shares one head of keys and values, so that every sum has one owner and one order.
template <class Real> void runFlashAttentionBackward(const OpCall& call, ThreadPool& pool)
{
    const AttentionExtents extents(*call.facts);
    const std::int64_t S = extents.sequence;
    const Operand& incoming = call.reads[0];
    const Operand& qkv = call.reads[1];
    const Operand& out = call.reads[2];
    const auto* const logSums = static_cast<const Real*>(call.reads[3].data);
    const Operand& pair = call.reads.size() > 4 ? call.reads[4] : qkv;
    const Operand& gradient = call.writes[0];
    auto* const rowSums = static_cast<Real*>(call.writes[1].data);
    writeRowSums(extents, incoming, out, rowSums, pool);

    pool.forEach(extents.batch * extents.kvHeads, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / extents.kvHeads;
            const std::int64_t firstHead = i % extents.kvHeads * extents.group();
            for (std::int64_t head = firstHead; head < firstHead + extents.group(); ++head) {
                const HeadBackward<Real> work { queryKeyValue<Real>(pair, qkv, extents, b, head),
                    headRows<Real>(incoming, extents, b, head),
                    queryKeyValue<Real>(gradient, gradient, extents, b, head), logSums + (b * extents.heads + head) * S,
                    rowSums + (b * extents.heads + head) * S };
                clear(extents, work.gradients.query);
                if (head == firstHead) {
                    clear(extents, work.gradients.key);
                    clear(extents, work.gradients.value);
                }
                for (std::int64_t key = 0; key < S; key += kKeys) {
                    const std::int64_t keyEnd = std::min(key + kKeys, S);
                    const std::int64_t queriesEnd = extents.queryEnd(keyEnd);
                    for (std::int64_t query = key; query < queriesEnd; query += kQueries) {
                        const std::int64_t queryEnd = std::min(query + kQueries, S);
                        addTile(extents, { query, queryEnd, key, std::min(keyEnd, queryEnd) }, work);
                    }
                }
            }
        }
    });
}

template void runFlashAttention<float>(const OpCall&, ThreadPool&);
template void runFlashAttention<double>(const OpCall&, ThreadPool&);
template void runFlashAttentionBackward<float>(const OpCall&, ThreadPool&);
template void runFlashAttentionBackward<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
