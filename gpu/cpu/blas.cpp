// SPDX-License-Identifier: MIT
#include "gpu/cpu/blas.h"

#ifdef SUBLINEAR_HAS_CBLAS
#include "gpu/cpu/vectorise.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#endif

namespace sublinear {

#ifdef SUBLINEAR_HAS_CBLAS

namespace {

template <class Function> Function* symbol(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name)); // NOLINT(*-reinterpret-cast): dlsym's way
}

// The team splits the work. A library that splits it again fights for the same cores, and its
// partition would depend on their number.
bool holdToOneThread()
{
    if (auto* const openBlas = symbol<void(int)>("openblas_set_num_threads")) {
        openBlas(1);
    } else if (auto* const mkl = symbol<void(int)>("MKL_Set_Num_Threads")) {
        mkl(1);
    } else if (auto* const blis = symbol<void(long)>("bli_thread_set_num_threads")) {
        blis(1);
    }
    return true;
}

CBLAS_TRANSPOSE transposition(bool transposed)
{
    return transposed ? CblasTrans : CblasNoTrans;
}

void call(const Gemm<float>& g, int m, int n, int k)
{
    cblas_sgemm(CblasRowMajor, transposition(g.a.transposed), transposition(g.b.transposed), m, n, k, g.alpha, g.a.data,
        static_cast<int>(g.a.stride), g.b.data, static_cast<int>(g.b.stride), g.beta, g.c, static_cast<int>(g.cStride));
}

void call(const Gemm<double>& g, int m, int n, int k)
{
    cblas_dgemm(CblasRowMajor, transposition(g.a.transposed), transposition(g.b.transposed), m, n, k, g.alpha, g.a.data,
        static_cast<int>(g.a.stride), g.b.data, static_cast<int>(g.b.stride), g.beta, g.c, static_cast<int>(g.cStride));
}

} // namespace

template <class Real> bool blasGemm(const Gemm<Real>& gemm)
{
    static const bool ready = holdToOneThread();
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    if (!ready || std::max({ gemm.m, gemm.n, gemm.k, gemm.a.stride, gemm.b.stride, gemm.cStride }) > kMost) {
        return false;
    }
    call(gemm, static_cast<int>(gemm.m), static_cast<int>(gemm.n), static_cast<int>(gemm.k));
    return true;
}

std::string blasLibrary()
{
    // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..."
    auto* const config = symbol<char*()>("openblas_get_config");
    if (config == nullptr) {
        return "CBLAS";
    }
    std::string name = config();
    name.resize(std::min(name.find(' ', std::string_view("OpenBLAS ").size()), name.size()));
    return name;
}

bool blasUsesWidestVectors()
{
    auto* const core = symbol<char*()>("openblas_get_corename");
    if (hostIsa() != Isa::Avx512 || core == nullptr) {
        return true;
    }
    constexpr std::array<std::string_view, 3> kWithAvx512 { "SkylakeX", "Cooperlake", "SapphireRapids" };
    return std::find(kWithAvx512.begin(), kWithAvx512.end(), std::string_view(core())) != kWithAvx512.end();
}

#else

template <class Real> bool blasGemm(const Gemm<Real>& /*gemm*/)
{
    return false;
}

std::string blasLibrary()
{
    return "none";
}

bool blasUsesWidestVectors()
{
    return false;
}

#endif

template bool blasGemm(const Gemm<float>&);
template bool blasGemm(const Gemm<double>&);

} // namespace sublinear
