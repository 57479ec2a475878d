// SPDX-License-Identifier: MIT
#include "gpu/cpu/gemm.h"

#include "gpu/cpu/blas.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace sublinear {

namespace {

struct TileSize {
    std::int64_t rows;
    std::int64_t columns;
};

// Large ones first: each tile packs its factors anew. Smaller ones where the large ones are too few
// to keep a team busy, down to what is still worth a hand-over.
constexpr std::array<TileSize, 5> kTileSizes { { { 256, 256 }, { 128, 256 }, { 128, 128 }, { 64, 128 }, { 64, 64 } } };
constexpr std::int64_t kEnoughTiles = 8;
constexpr std::int64_t kRounding = 32; // elements: two vectors of 64 bytes

std::int64_t pieces(std::int64_t extent, std::int64_t size)
{
    return std::max<std::int64_t>((extent + size - 1) / size, 1);
}

// Pieces of nearly equal extent.
std::int64_t evened(std::int64_t extent, std::int64_t size)
{
    const std::int64_t count = pieces(extent, size);
    return std::max(pieces(pieces(extent, count), kRounding) * kRounding, kRounding);
}

bool takesLibrary()
{
    static const bool chosen = [] {
        const char* const value = std::getenv("SUBLINEAR_GEMM"); // NOLINT(concurrency-mt-unsafe): nobody sets it here
        const std::string_view name = value == nullptr ? "" : value;
        return name == "library" || (name != "own" && blasUsesWidestVectors());
    }();
    return chosen;
}

template <class Real> void startRows(const Gemm<Real>& gemm)
{
    for (std::int64_t i = 0; i < gemm.m; ++i) {
        std::copy(gemm.bias, gemm.bias + gemm.n, gemm.c + i * gemm.cStride);
    }
}

template <class Real> const Real* at(const Factor<Real>& factor, std::int64_t row, std::int64_t column)
{
    return factor.data + (factor.transposed ? column * factor.stride + row : row * factor.stride + column);
}

} // namespace

GemmTiles gemmTiles(std::int64_t m, std::int64_t n)
{
    GemmTiles tiles;
    for (const TileSize& size : kTileSizes) {
        tiles.tileRows = evened(m, size.rows);
        tiles.tileColumns = evened(n, size.columns);
        tiles.rows = pieces(m, tiles.tileRows);
        tiles.columns = pieces(n, tiles.tileColumns);
        if (tiles.rows * tiles.columns >= kEnoughTiles) {
            break;
        }
    }
    return tiles;
}

template <class Real> void gemmHere(const Gemm<Real>& gemm)
{
    if (gemm.m <= 0 || gemm.n <= 0) {
        return;
    }
    Gemm<Real> plain = gemm;
    if (gemm.bias != nullptr) {
        startRows(gemm);
        plain.bias = nullptr;
        plain.beta = 1;
    }
    if (!takesLibrary() || !blasGemm(plain)) {
        ownGemm(plain);
    }
}

template <class Real> void gemm(const Gemm<Real>& gemm, ThreadPool& pool)
{
    if (gemm.m <= 0 || gemm.n <= 0) {
        return;
    }
    const GemmTiles tiles = gemmTiles(gemm.m, gemm.n);
    pool.forEach(tiles.rows * tiles.columns, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t tile = begin; tile < end; ++tile) {
            // neighbours share columns, whose factor is the longer one in a product with a weight
            const std::int64_t row = tile % tiles.rows * tiles.tileRows;
            const std::int64_t column = tile / tiles.rows * tiles.tileColumns;
            Gemm<Real> part = gemm;
            part.m = std::min(tiles.tileRows, gemm.m - row);
            part.n = std::min(tiles.tileColumns, gemm.n - column);
            part.a.data = at(gemm.a, row, 0);
            part.b.data = at(gemm.b, 0, column);
            part.c = gemm.c + row * gemm.cStride + column;
            part.bias = gemm.bias == nullptr ? nullptr : gemm.bias + column;
            gemmHere(part);
        }
    });
}

std::string gemmName()
{
    const std::string library = blasLibrary();
    if (library == "none") {
        return "own";
    }
    return takesLibrary() ? library : "own (instead of " + library + ")";
}

template void gemmHere(const Gemm<float>&);
template void gemmHere(const Gemm<double>&);
template void gemm(const Gemm<float>&, ThreadPool&);
template void gemm(const Gemm<double>&, ThreadPool&);

} // namespace sublinear
