// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"

#include <cstdint>
#include <string>

namespace sublinear {

/// A row-major matrix that a product reads: element (i, j) is data[i*stride + j], of the transposed
/// one data[j*stride + i].
template <class Real> struct Factor {
    const Real* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

/// C = alpha A B + beta C with A (m, k), B (k, n), C (m, n). With beta 0 nothing in C is read, so
/// that it may hold anything, NaN too. `bias` (n values; then beta is not used): each row of C
/// starts from it.
template <class Real> struct Gemm {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    Factor<Real> a;
    Factor<Real> b;
    Real* c = nullptr;
    std::int64_t cStride = 0;
    Real alpha = 1;
    Real beta = 0;
    const Real* bias = nullptr;
};

/// On the calling thread: by the CBLAS library where the build found one and it uses the widest
/// vectors that there are, else by our own code. SUBLINEAR_GEMM=library|own in the environment chooses.
template <class Real> void gemmHere(const Gemm<Real>& gemm);

/// Over the team, in tiles that depend on m and n alone: the same bits for any number of threads.
template <class Real> void gemm(const Gemm<Real>& gemm, ThreadPool& pool);

/// The tiles that it is split into.
struct GemmTiles {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t tileRows = 1;
    std::int64_t tileColumns = 1;
};
GemmTiles gemmTiles(std::int64_t m, std::int64_t n);

/// Our own product, in blocks and with k in rising order within each.
template <class Real> void ownGemm(const Gemm<Real>& gemm);

/// Who multiplies: "OpenBLAS 0.3.21", or "own" and what it is taken instead of.
std::string gemmName();

} // namespace sublinear
