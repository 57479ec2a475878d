// SPDX-License-Identifier: MIT
#include "gpu/shape/rates.h"

#include "gpu/cpu/gemm.h"
#include "gpu/cpu/normals.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/measure/quartiles.h"
#include "gpu/run/slab.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

constexpr double kSecondsEach = 0.03;
constexpr std::size_t kFewest = 3;
constexpr double kOfTightFit = 0.4; // of a step, until it runs short: about where backward begins
// What a step reaches of these: its products are narrower, its other operations compute while
// they move bytes.
constexpr double kOfProducts = 0.7;
constexpr double kOfCopies = 0.5;

constexpr std::int64_t kBytes = std::int64_t { 16 } << 20; // more than the caches of a few cores
constexpr std::int64_t kGrain = std::int64_t { 256 } << 10;

// Seconds that one call takes: the median of as many as the time allows, behind one that does not count.
template <class Call> double usual(Call call)
{
    using Clock = std::chrono::steady_clock;
    call();
    const auto start = Clock::now();
    std::vector<double> seconds;
    for (auto before = start;
         seconds.size() < kFewest || std::chrono::duration<double>(before - start).count() < kSecondsEach;) {
        call();
        const auto after = Clock::now();
        seconds.push_back(std::chrono::duration<double>(after - before).count());
        before = after;
    }
    return std::max(quartilesOf(std::move(seconds)).median, 1e-9);
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
    return 2.0 * kSize * kSize * kSize / usual([&] { gemm(product, pool); });
}

double copyRate(ThreadPool& pool)
{
    const std::vector<char> from(static_cast<std::size_t>(kBytes), 1);
    std::vector<char> to(from.size());
    const auto copy = [&](std::int64_t begin, std::int64_t end) {
        std::memcpy(to.data() + begin, from.data() + begin, static_cast<std::size_t>(end - begin));
    };
    return 2.0 * kBytes / usual([&] { pool.forEach(kBytes, kGrain, copy); });
}

struct FillRates {
    double fresh = 0;
    double again = 0;
};

// Bytes a second into pages that the system has to give first, and into those that are there.
FillRates fillRates(ThreadPool& pool)
{
    constexpr std::int64_t kSlab = 2 * kBytes;
    const auto fill = [&pool](const Slab& slab) {
        pool.forEach(kSlab, kGrain, [data = slab.data()](std::int64_t begin, std::int64_t end) {
            std::memset(data + begin, 1, static_cast<std::size_t>(end - begin));
        });
    };
    FillRates rates;
    const double both = usual([&] {
        if (const Result<Slab> slab = Slab::create(kSlab)) {
            fill(*slab);
        }
    });
    rates.fresh = kSlab / both;
    if (const Result<Slab> slab = Slab::create(kSlab)) {
        rates.again = kSlab / usual([&] { fill(*slab); });
    }
    return rates;
}

double drawRate(ThreadPool& pool)
{
    constexpr std::int64_t kNumbers = std::int64_t { 1 } << 18;
    constexpr std::int64_t kAtOnce = std::int64_t { 1 } << 14;
    std::vector<float> drawn(static_cast<std::size_t>(kNumbers));
    const kernels::RandomStream stream = kernels::randomStream(1, 0, 0, "rate");
    const auto draw = [&](std::int64_t begin, std::int64_t end) {
        forNormals(stream, begin, end, [&](std::int64_t first, std::int64_t count, const float* values) {
            std::copy_n(values, count, drawn.begin() + first);
        });
    };
    return kNumbers / usual([&] { pool.forEach(kNumbers, kAtOnce, draw); });
}

} // namespace

DeviceRates measuredCpuRates(int threads, const std::function<bool()>& stop)
{
    const auto goesOn = [&stop] { return !stop || !stop(); };
    ThreadPool pool(threads);
    DeviceRates rates = guessedCpuRates(threads);
    rates.tightFitSteps = kOfTightFit * threads;
    if (goesOn()) {
        rates.flopsPerSecond = kOfProducts * productRate(pool);
    }
    if (goesOn()) {
        rates.bytesPerSecond = kOfCopies * copyRate(pool);
    }
    if (goesOn()) {
        const FillRates fills = fillRates(pool);
        rates.freshBytesPerSecond = fills.fresh > 0 ? fills.fresh : rates.freshBytesPerSecond;
        rates.filledBytesPerSecond = fills.again > 0 ? fills.again : rates.filledBytesPerSecond;
    }
    if (goesOn()) {
        rates.numbersPerSecond = drawRate(pool);
    }
    return rates;
}

} // namespace sublinear
