// SPDX-License-Identifier: MIT
#include "gpu/cpu/gemm.h"
#include "gpu/cpu/vectorise.h"

#include <algorithm>
#include <array>
#include <memory>

namespace sublinear {

namespace {

// The scheme of Goto and van de Geijn (ACM TOMS 34, 12, 2008): both factors are copied into blocks
// that a cache holds, in the order in which the innermost loop reads them. Each sum over k runs in
// rising order through blocks of kDepth, whatever the vectors are.
constexpr std::int64_t kDepth = 256;
constexpr std::int64_t kBlockRows = 120; // a multiple of both counts of rows below
constexpr std::int64_t kBlockColumns = 256; // a multiple of two vectors of any width
constexpr std::size_t kCacheLine = 64;

// One for each thread, of fixed size, kept from call to call.
template <class Real> struct Blocks {
    alignas(kCacheLine) std::array<Real, kBlockRows * kDepth> a;
    alignas(kCacheLine) std::array<Real, kBlockColumns * kDepth> b;
};

template <class Real> Blocks<Real>& blocks()
{
    thread_local const std::unique_ptr<Blocks<Real>> mine(new Blocks<Real>); // not initialised: all is written first
    return *mine; // NOLINT(clang-analyzer-cplusplus.NewDelete): it lives as long as the thread
}

template <class Real, int bytes> struct VectorOf {
    using Type [[gnu::vector_size(bytes)]] = Real;
};

// What one innermost loop computes: `rows` of two vectors, held in registers.
template <class Real, int bytes> struct Micro {
    using Vector = typename VectorOf<Real, bytes>::Type;
    static constexpr std::int64_t lanes = bytes / static_cast<int>(sizeof(Real));
    static constexpr std::int64_t rows = bytes == 64 ? 12 : 6; // 32 registers or 16
    static constexpr std::int64_t columns = 2 * lanes;
};

// Four rows of four values each become four of the other direction.
template <class Real>
[[gnu::always_inline]] inline void transposeFour(const Real* source, std::int64_t stride, Real* out, std::int64_t width)
{
    using Four = typename VectorOf<Real, 4 * static_cast<int>(sizeof(Real))>::Type;
    std::array<Four, 4> rows {};
    for (std::int64_t i = 0; i < 4; ++i) {
        __builtin_memcpy(rows.data() + i, source + i * stride, sizeof(Four));
    }
    const Four low02 = __builtin_shufflevector(rows[0], rows[2], 0, 4, 1, 5);
    const Four low13 = __builtin_shufflevector(rows[1], rows[3], 0, 4, 1, 5);
    const Four high02 = __builtin_shufflevector(rows[0], rows[2], 2, 6, 3, 7);
    const Four high13 = __builtin_shufflevector(rows[1], rows[3], 2, 6, 3, 7);
    const std::array<Four, 4> columns { __builtin_shufflevector(low02, low13, 0, 4, 1, 5),
        __builtin_shufflevector(low02, low13, 2, 6, 3, 7), __builtin_shufflevector(high02, high13, 0, 4, 1, 5),
        __builtin_shufflevector(high02, high13, 2, 6, 3, 7) };
    for (std::int64_t i = 0; i < 4; ++i) {
        __builtin_memcpy(out + i * width, columns.data() + i, sizeof(Four));
    }
}

// One panel whose rows follow k in memory.
template <std::int64_t width, class Real>
[[gnu::always_inline]] inline void packAlong(
    const Real* panel, std::int64_t rowStride, std::int64_t rows, std::int64_t depth, Real* out)
{
    constexpr std::int64_t kFour = 4;
    std::int64_t i = 0;
    for (; i + kFour <= rows; i += kFour) {
        std::int64_t k = 0;
        for (; k + kFour <= depth; k += kFour) {
            transposeFour(panel + i * rowStride + k, rowStride, out + k * width + i, width);
        }
        for (; k < depth; ++k) {
            for (std::int64_t row = i; row < i + kFour; ++row) {
                out[k * width + row] = panel[row * rowStride + k];
            }
        }
    }
    for (; i < width; ++i) {
        for (std::int64_t k = 0; k < depth; ++k) {
            out[k * width + i] = i < rows ? panel[i * rowStride + k] : Real { 0 };
        }
    }
}

// A block (count, depth), element (i, k) at i*rowStride + k*kStride, one of which is 1, as panels of
// `width` rows: a panel has the `width` values of one k side by side. Rows beyond the block are zero.
template <std::int64_t width, class Real>
[[gnu::always_inline]] inline void pack(
    const Real* source, std::int64_t rowStride, std::int64_t kStride, std::int64_t count, std::int64_t depth, Real* out)
{
    for (std::int64_t first = 0; first < count; first += width) {
        const std::int64_t rows = count - first < width ? count - first : width;
        const Real* const panel = source + first * rowStride;
        if (kStride == 1) {
            packAlong<width>(panel, rowStride, rows, depth, out);
        } else if (rows == width) {
            for (std::int64_t k = 0; k < depth; ++k) {
                for (std::int64_t i = 0; i < width; ++i) {
                    out[k * width + i] = panel[k * kStride + i];
                }
            }
        } else {
            for (std::int64_t k = 0; k < depth; ++k) {
                for (std::int64_t i = 0; i < width; ++i) {
                    out[k * width + i] = i < rows ? panel[i * rowStride + k * kStride] : Real { 0 };
                }
            }
        }
        out += width * depth;
    }
}

// C (rows, columns) of one panel each of A and B, times alpha; added to what is there, if beta is not 0.
template <class Real, int bytes> struct Microkernel {
    using M = Micro<Real, bytes>;
    using Vector = typename M::Vector;

    [[gnu::always_inline]] static inline void run(
        const Real* a, const Real* b, std::int64_t depth, const Gemm<Real>& out, Real* c)
    {
        std::array<std::array<Vector, 2>, M::rows> sums {};
        for (std::int64_t k = 0; k < depth; ++k) {
            Vector b0;
            Vector b1;
            __builtin_memcpy(&b0, b + k * M::columns, sizeof b0);
            __builtin_memcpy(&b1, b + k * M::columns + M::lanes, sizeof b1);
#pragma GCC unroll 12
            for (std::int64_t i = 0; i < M::rows; ++i) {
                const Real factor = a[k * M::rows + i];
                sums[i][0] += factor * b0;
                sums[i][1] += factor * b1;
            }
        }
        if (out.m == M::rows && out.n == M::columns) {
            store(sums, out, c);
        } else {
            storePart(sums, out, c);
        }
    }

    [[gnu::always_inline]] static inline void store(
        const std::array<std::array<Vector, 2>, M::rows>& sums, const Gemm<Real>& out, Real* c)
    {
#pragma GCC unroll 12
        for (std::int64_t i = 0; i < M::rows; ++i) {
#pragma GCC unroll 2
            for (std::int64_t half = 0; half < 2; ++half) {
                Real* const to = c + i * out.cStride + half * M::lanes;
                Vector value = out.alpha * sums[i][half];
                if (out.beta != Real { 0 }) {
                    Vector before;
                    __builtin_memcpy(&before, to, sizeof before);
                    value += out.beta * before;
                }
                __builtin_memcpy(to, &value, sizeof value);
            }
        }
    }

    [[gnu::always_inline]] static inline void storePart(
        const std::array<std::array<Vector, 2>, M::rows>& sums, const Gemm<Real>& out, Real* c)
    {
        std::array<Real, M::rows * M::columns> all {};
        __builtin_memcpy(all.data(), &sums, sizeof all);
        for (std::int64_t i = 0; i < out.m; ++i) {
            for (std::int64_t j = 0; j < out.n; ++j) {
                Real* const to = c + i * out.cStride + j;
                const Real value = out.alpha * all[i * M::columns + j];
                *to = out.beta != Real { 0 } ? value + out.beta * *to : value;
            }
        }
    }
};

} // namespace

template <class Real> void ownGemm(const Gemm<Real>& gemm)
{
    Blocks<Real>& scratch = blocks<Real>();
    vectorised([&](auto width) SUBLINEAR_INLINED {
        using K = Microkernel<Real, decltype(width)::value>;
        using M = typename K::M;
        const std::int64_t aRowStride = gemm.a.transposed ? 1 : gemm.a.stride;
        const std::int64_t aK = gemm.a.transposed ? gemm.a.stride : 1;
        const std::int64_t bRowStride = gemm.b.transposed ? gemm.b.stride : 1;
        const std::int64_t bK = gemm.b.transposed ? 1 : gemm.b.stride;
        std::int64_t first = 0;
        do { // once at least: with k 0 there is still beta C
            const std::int64_t depth = gemm.k - first < kDepth ? gemm.k - first : kDepth;
            Gemm<Real> part = gemm;
            part.beta = first == 0 ? gemm.beta : Real { 1 };
            for (std::int64_t column = 0; column < gemm.n; column += kBlockColumns) {
                const std::int64_t columns = gemm.n - column < kBlockColumns ? gemm.n - column : kBlockColumns;
                pack<M::columns>(
                    gemm.b.data + column * bRowStride + first * bK, bRowStride, bK, columns, depth, scratch.b.data());
                for (std::int64_t row = 0; row < gemm.m; row += kBlockRows) {
                    const std::int64_t height = gemm.m - row < kBlockRows ? gemm.m - row : kBlockRows;
                    pack<M::rows>(
                        gemm.a.data + row * aRowStride + first * aK, aRowStride, aK, height, depth, scratch.a.data());
                    for (std::int64_t j = 0; j < columns; j += M::columns) {
                        part.n = columns - j < M::columns ? columns - j : M::columns;
                        for (std::int64_t i = 0; i < height; i += M::rows) {
                            part.m = height - i < M::rows ? height - i : M::rows;
                            K::run(scratch.a.data() + i * depth, scratch.b.data() + j * depth, depth, part,
                                gemm.c + (row + i) * gemm.cStride + column + j);
                        }
                    }
                }
            }
            first += kDepth;
        } while (first < gemm.k);
    });
}

template void ownGemm(const Gemm<float>&);
template void ownGemm(const Gemm<double>&);

} // namespace sublinear
