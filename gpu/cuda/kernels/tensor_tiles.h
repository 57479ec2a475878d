// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/fused_attention.h"
#include "gpu/cuda/kernels/team.h"
#include "gpu/kernels/mma.h"

#include <cstdint>

namespace sublinear::cuda {

using kernels::FragmentA;
using kernels::FragmentB;
using kernels::FragmentC;

/// Rows of one warp, and of a team.
inline constexpr int kWarpRows = 16;
inline constexpr int kTeamRows = kTeamWarps * kWarpRows;

/// Rows of one head in a tensor (B*S, width), from some row on: row i is data + i*stride. Rows from `count` on, and
/// columns from `width` on, are zeros.
struct HeadBlock {
    const Bf16* data;
    std::int64_t stride;
    std::int64_t count;
    std::int64_t width;

    /// Columns `column` and the one behind it.
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::uint32_t pair(std::int64_t row, int column) const
    {
        const Bf16* const from = data + row * stride + column;
        const bool isRow = row < count;
        const std::uint32_t low = isRow && column < width ? from[0].bits : 0;
        const std::uint32_t high = isRow && column + 1 < width ? from[1].bits : 0;
        return low | high << 16U;
    }
};

/// What a team shares of a head: kRows rows of kDim numbers, in words of two. Rows lie 16 bytes further apart than
/// they are long, so that eight of them are in different banks.
template <int kRows, int kDim> struct SharedTile {
    static constexpr int kStride = kDim / 2 + 4;
    static constexpr int kChunkWords = 4; ///< 16 bytes
    static constexpr int kChunks = kRows * kDim / 2 / kChunkWords;
    static_assert(kChunks % kTeamThreads == 0 || kTeamThreads % kChunks == 0);
    alignas(16) std::uint32_t words[kRows * kStride];

    /// What is loaded by one thread of a team: every kTeamThreads-th chunk.
    SUBLINEAR_ARITHMETIC void load(const HeadBlock& from, int thread)
    {
        SUBLINEAR_ROLLED
        for (int step = 0; step < (kChunks + kTeamThreads - 1) / kTeamThreads; ++step) {
            const int chunk = step * kTeamThreads + thread;
            if (chunk < kChunks) {
                loadChunk(from, chunk / (kDim / 8), chunk % (kDim / 8) * 8);
            }
        }
    }

    /// Factor A: rows `row`.. and columns `column`.. of the tile.
    [[nodiscard]] SUBLINEAR_ARITHMETIC FragmentA rowsAt(int lane, int row, int column) const
    {
        FragmentA a;
        SUBLINEAR_UNROLLED
        for (int word = 0; word < 4; ++word) {
            a.words[word] =
                words[(row + kernels::rowOfA(lane, word)) * kStride + (column + kernels::columnOfA(lane, word)) / 2];
        }
        return a;
    }

    /// Factor B with the tile's rows as its columns: B (k, n) = tile (row + n, column + k).
    [[nodiscard]] SUBLINEAR_ARITHMETIC FragmentB turnedAt(int lane, int row, int column) const
    {
        FragmentB b;
        SUBLINEAR_UNROLLED
        for (int word = 0; word < 2; ++word) {
            b.words[word] =
                words[(row + kernels::columnOfB(lane)) * kStride + (column + kernels::rowOfB(lane, word)) / 2];
        }
        return b;
    }

    /// Factor B as the tile stands: B (k, n) = tile (row + k, column + n).
    [[nodiscard]] SUBLINEAR_ARITHMETIC FragmentB at(int lane, int row, int column) const
    {
        FragmentB b;
        SUBLINEAR_UNROLLED
        for (int word = 0; word < 2; ++word) {
            const int first = row + kernels::rowOfB(lane, word);
            const int place = (column + kernels::columnOfB(lane)) / 2;
            const unsigned shift = kernels::columnOfB(lane) % 2 == 0 ? 0U : 16U; // `column` is even
            const std::uint32_t upper = words[first * kStride + place] >> shift & 0xFFFFU;
            const std::uint32_t lower = words[(first + 1) * kStride + place] >> shift & 0xFFFFU;
            b.words[word] = upper | lower << 16U;
        }
        return b;
    }

private:
    SUBLINEAR_ARITHMETIC void loadChunk(const HeadBlock& from, int row, int column)
    {
        std::uint32_t* const to = words + row * kStride + column / 2;
#if defined(__CUDA_ARCH__)
        const Bf16* const whole = from.data + row * from.stride + column;
        if (row < from.count && column + 8 <= from.width && reinterpret_cast<std::uintptr_t>(whole) % 16 == 0) {
            *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(whole);
            return;
        }
#endif
        SUBLINEAR_UNROLLED
        for (int word = 0; word < kChunkWords; ++word) {
            to[word] = from.pair(row, column + 2 * word);
        }
    }
};

/// Which keys of a tile which of its queries see, counted from its first query and its first key.
struct TileMask {
    int ahead; ///< by how much the first query is behind the first key
    int beyond; ///< the same, less the window
    int queries; ///< that there are

    [[nodiscard]] SUBLINEAR_ARITHMETIC bool sees(int query, int key) const
    {
        return ahead + query - key >= 0 && beyond + query - key < 0 && query < queries;
    }
};

/// Further than any tile is long.
inline constexpr int kFarAway = 1 << 20;

SUBLINEAR_ARITHMETIC int bounded(std::int64_t distance)
{
    return static_cast<int>(distance < -kFarAway ? -kFarAway : distance > kFarAway ? kFarAway : distance);
}

/// The heads of one sequence as blocks of rows from row `first` on.
struct HeadBlocks {
    HeadsLayout<Bf16> layout;
    std::int64_t b;
    std::int64_t head;
    std::int64_t kvHead;

    [[nodiscard]] SUBLINEAR_ARITHMETIC HeadBlock queries(std::int64_t first) const
    {
        return block(layout.query(b, head, first), layout.pairStride, first);
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC HeadBlock keys(std::int64_t first) const
    {
        return block(layout.key(b, kvHead, first), layout.pairStride, first);
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC HeadBlock values(std::int64_t first) const
    {
        return block(layout.value(b, kvHead, first), layout.qkvStride, first);
    }
    /// Of a tensor (B*S, H*head_dim).
    [[nodiscard]] SUBLINEAR_ARITHMETIC HeadBlock outputs(const Bf16* data, std::int64_t first) const
    {
        return block(data + layout.outAt(b, head, first), layout.heads * layout.headDim, first);
    }
    [[nodiscard]] SUBLINEAR_ARITHMETIC TileMask mask(std::int64_t firstQuery, std::int64_t firstKey) const
    {
        const std::int64_t ahead = firstQuery - firstKey;
        return { bounded(ahead), layout.window == 0 ? -kFarAway : bounded(ahead - layout.window),
            bounded(layout.sequence - firstQuery) };
    }
    /// Of a float for each query of each head.
    [[nodiscard]] SUBLINEAR_ARITHMETIC std::int64_t statisticAt(std::int64_t query) const
    {
        return (b * layout.heads + head) * layout.sequence + query;
    }

private:
    [[nodiscard]] SUBLINEAR_ARITHMETIC HeadBlock block(const Bf16* data, std::int64_t stride, std::int64_t first) const
    {
        return { data, stride, layout.sequence - first, layout.headDim };
    }
};

/// How many teams a head takes.
SUBLINEAR_ARITHMETIC constexpr std::int64_t teamsOf(std::int64_t sequence)
{
    return (sequence + kTeamRows - 1) / kTeamRows;
}

/// Writes a warp's results (16, kTiles*8), those rows and columns that there are, times factor(row of the lane: 0, 1).
template <int kTiles, class Factor>
SUBLINEAR_ARITHMETIC void storeRows(const FragmentC (&results)[kTiles], int lane, Bf16* to, std::int64_t stride,
    std::int64_t rows, std::int64_t width, const Factor& factor)
{
    SUBLINEAR_UNROLLED
    for (int tile = 0; tile < kTiles; ++tile) {
        SUBLINEAR_UNROLLED
        for (int i = 0; i < 4; ++i) {
            const int row = kernels::rowOfC(lane, i);
            const int column = tile * 8 + kernels::columnOfC(lane, i);
            if (row < rows && column < width) {
                to[row * stride + column] = results[tile].values[i] * factor(i / 2);
            }
        }
    }
}

} // namespace sublinear::cuda
