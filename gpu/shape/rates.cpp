// SPDX-License-Identifier: MIT
#include "gpu/shape/rates.h"

#include "gpu/cpu/gemm.h"
#include "gpu/cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

namespace sublinear {

namespace {

constexpr double kSecondsEach = 0.04;
constexpr int kFewest = 3;
// What a step reaches of these: its products are narrower, its other operations compute while
// they move bytes.
constexpr double kOfProducts = 0.7;
constexpr double kOfCopies = 0.5;

// Seconds that one call takes, the fastest of as many as the time allows.
template <class Call> double fastest(Call call)
{
    using Clock = std::chrono::steady_clock;
    double best = 1e9;
    const auto start = Clock::now();
    for (int i = 0; i < kFewest || std::chrono::duration<double>(Clock::now() - start).count() < kSecondsEach; ++i) {
        const auto before = Clock::now();
        call();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - before).count());
    }
    return std::max(best, 1e-9);
}

double productRate(ThreadPool& pool)
{
    constexpr std::int64_t kSize = 256;
    const std::vector<float> a(static_cast<std::size_t>(kSize * kSize), 0.5F);
    const std::vector<float> b(a.size(), 0.5F);
    std::vector<float> c(a.size());
    Gemm<float> product;
    product.m = product.n = product.k = kSize;
    product.a = { a.data(), kSize, false };
    product.b = { b.data(), kSize, false };
    product.c = c.data();
    product.cStride = kSize;
    return 2.0 * kSize * kSize * kSize / fastest([&] { gemm(product, pool); });
}

double copyRate(ThreadPool& pool)
{
    constexpr std::int64_t kBytes = std::int64_t { 16 } << 20; // more than the caches of a few cores
    constexpr std::int64_t kGrain = std::int64_t { 256 } << 10;
    const std::vector<char> from(static_cast<std::size_t>(kBytes), 1);
    std::vector<char> to(from.size());
    const auto copy = [&](std::int64_t begin, std::int64_t end) {
        std::memcpy(to.data() + begin, from.data() + begin, static_cast<std::size_t>(end - begin));
    };
    return 2.0 * kBytes / fastest([&] { pool.forEach(kBytes, kGrain, copy); });
}

} // namespace

DeviceRates measuredCpuRates(int threads)
{
    ThreadPool pool(threads);
    DeviceRates rates;
    rates.flopsPerSecond = kOfProducts * productRate(pool);
    rates.bytesPerSecond = kOfCopies * copyRate(pool);
    return rates;
}

} // namespace sublinear
