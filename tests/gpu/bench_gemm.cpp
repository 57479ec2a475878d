// SPDX-License-Identifier: MIT
// Products of the shapes that a GPT-2 block has: GFLOP/s by the library and by our own code on one
// thread, and what splitting into tiles costs or gains over all threads. Prints, asserts nothing.
#include "gpu/cpu/blas.h"
#include "gpu/cpu/gemm.h"
#include "gpu/device/cpu.h"
#include "tests/gpu/support/compare.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>

using namespace sublinear;

namespace {

struct Shape3 {
    const char* name;
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    bool aTransposed;
    bool bTransposed;
};

constexpr std::int64_t kRows = 512; // batch 2, sequence 256

constexpr std::array kShapes {
    Shape3 { "qkv, width 256", kRows, 768, 256, false, false },
    Shape3 { "up, width 256", kRows, 1024, 256, false, false },
    Shape3 { "down, width 256", kRows, 256, 1024, false, false },
    Shape3 { "dx of up, width 256", kRows, 256, 1024, false, true },
    Shape3 { "dW of up, width 256", 256, 1024, kRows, true, false },
    Shape3 { "qkv, width 768", kRows, 2304, 768, false, false },
    Shape3 { "up, width 768", kRows, 3072, 768, false, false },
    Shape3 { "down, width 768", kRows, 768, 3072, false, false },
    Shape3 { "dx of up, width 768", kRows, 768, 3072, false, true },
    Shape3 { "dW of up, width 768", 768, 3072, kRows, true, false },
    Shape3 { "scores of a block", 64, 256, 64, false, true },
    Shape3 { "values of a block", 64, 64, 256, false, false },
    Shape3 { "dV of a tile", 256, 64, 64, true, false },
};

double secondsOf(const std::function<void()>& body)
{
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of several bodies, taken in turns so that what disturbs one disturbs all.
template <std::size_t count>
std::array<double, count> bestSeconds(const std::array<std::function<void()>, count>& bodies)
{
    constexpr int kRounds = 15;
    std::array<double, count> best;
    best.fill(1e9);
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t i = 0; i < count; ++i) {
            best[i] = std::min(best[i], secondsOf(bodies[i]));
        }
    }
    return best;
}

} // namespace

int main()
{
    const int threads = hostCpu().threads;
    ThreadPool one(1);
    ThreadPool all(threads);
    std::printf("products: %s; library: %s; GFLOP/s, best of 15\n%-22s %14s %8s %8s %8s %8s  %s\n", gemmName().c_str(),
        blasLibrary().c_str(), "product", "m x n x k", "library", "own", "tiles,1", "tiles,n",
        "lost by tiles, by handing over");
    for (const Shape3& s : kShapes) {
        const auto a = testing::randomValues<float>(s.m * s.k, 1);
        const auto b = testing::randomValues<float>(s.k * s.n, 2);
        std::vector<float> c(static_cast<std::size_t>(s.m * s.n));
        const Gemm<float> product { s.m, s.n, s.k, { a.data(), s.aTransposed ? s.m : s.k, s.aTransposed },
            { b.data(), s.bTransposed ? s.k : s.n, s.bTransposed }, c.data(), s.n, 1, 0, nullptr };
        const auto best = bestSeconds<5>({ [&] { blasGemm(product); }, [&] { ownGemm(product); },
            [&] { gemmHere(product); }, [&] { gemm(product, one); }, [&] { gemm(product, all); } });
        const double work = 2e-9 * static_cast<double>(s.m * s.n * s.k);
        char sizes[48];
        std::snprintf(sizes, sizeof sizes, "%lldx%lldx%lld", static_cast<long long>(s.m), static_cast<long long>(s.n),
            static_cast<long long>(s.k));
        std::printf("%-22s %14s %8.1f %8.1f %8.1f %8.1f  %5.1f %% %5.1f %%\n", s.name, sizes, work / best[0],
            work / best[1], work / best[3], work / best[4], 100 * (best[3] / best[2] - 1),
            100 * (best[4] * threads / best[3] - 1));
    }
    return 0;
}
