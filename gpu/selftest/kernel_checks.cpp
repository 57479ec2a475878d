// SPDX-License-Identifier: MIT
#include "gpu/cpu/gemm.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "gpu/selftest/check.h"
#include "gpu/selftest/shadow.h"
#include "gpu/selftest/stacks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace sublinear {

namespace {

// fp32 rounds to 6e-8; the sums here have up to a few hundred terms.
constexpr double kRounding = 2e-5;

std::string figure(double value)
{
    std::array<char, 32> text {};
    auto* const end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 1).ptr;
    return { text.data(), end };
}

// One training step, every operation computed a second time in double precision.
CheckOutcome kernelsOf(const TestStack& stack, const SelfTestSetup& setup)
{
    const Result<RunPlan> plan = planRun(stack.scenario(), testPolicy(PolicyId::Segments, 2), 1);
    if (!plan) {
        return failedCheck(plan.error().message);
    }
    Result<Slab> slab = Slab::create(plan->predictedBytes());
    if (!slab) {
        return failedCheck(slab.error().message);
    }
    ShadowErrors errors;
    SlabMemory memory(*plan, *slab, {});
    TrainingRun run(*plan, memory, setup.pool, shadowedKernels(errors));
    Stop never;
    if (const Status step = run.step(never); !step) {
        return failedCheck(step.error().message);
    }
    std::string_view worst = "none";
    double largest = -1;
    bool good = !errors.empty();
    for (const auto& [kernel, error] : errors) {
        good = good && error <= kRounding; // false for NaN
        if (std::isnan(error) || error > largest) {
            worst = kernel;
            largest = error;
        }
    }
    return passedIf(good,
        std::to_string(errors.size()) + " kernels against double precision: at most " + figure(largest) + " apart ("
            + std::string(worst) + "), " + figure(kRounding) + " allowed");
}

struct Product {
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    bool transposeA;
    bool transposeB;
};

std::vector<float> numbers(std::int64_t count, int seed)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    std::uint32_t state = 12345U + static_cast<std::uint32_t>(seed);
    for (float& value : values) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<float>(state >> 8U) / 8388608.0F - 1.0F;
    }
    return values;
}

// The library's product, ours, and a plain sum in double precision.
double productError(const Product& product, ThreadPool& pool, bool ours)
{
    const auto [m, n, k, transposeA, transposeB] = product;
    const std::vector<float> a = numbers(m * k, 1);
    const std::vector<float> b = numbers(k * n, 2);
    std::vector<float> c(static_cast<std::size_t>(m * n), std::nanf(""));
    Gemm<float> call;
    call.m = m;
    call.n = n;
    call.k = k;
    call.a = { a.data(), transposeA ? m : k, transposeA };
    call.b = { b.data(), transposeB ? k : n, transposeB };
    call.c = c.data();
    call.cStride = n;
    if (ours) {
        ownGemm(call);
    } else {
        gemm(call, pool);
    }
    double worst = 0;
    for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::int64_t l = 0; l < k; ++l) {
                sum += static_cast<double>(a[static_cast<std::size_t>(transposeA ? l * m + i : i * k + l)])
                    * static_cast<double>(b[static_cast<std::size_t>(transposeB ? j * k + l : l * n + j)]);
            }
            const double error = std::abs(static_cast<double>(c[static_cast<std::size_t>(i * n + j)]) - sum)
                / std::sqrt(static_cast<double>(k));
            worst = error <= worst ? worst : error; // NaN stays
        }
    }
    return worst;
}

CheckOutcome products(const SelfTestSetup& setup)
{
    double worst = 0;
    int count = 0;
    for (const auto& [m, n, k] : { std::array { 1, 1, 1 }, std::array { 7, 5, 3 }, std::array { 64, 64, 64 },
             std::array { 129, 67, 33 }, std::array { 96, 200, 130 } }) {
        for (const bool a : { false, true }) {
            for (const bool b : { false, true }) {
                for (const bool ours : { false, true }) {
                    const double error = productError({ m, n, k, a, b }, setup.pool, ours);
                    worst = error <= worst ? worst : error;
                    ++count;
                }
            }
        }
    }
    return passedIf(worst <= kRounding,
        std::to_string(count) + " products of " + gemmName()
            + " and of our own against sums in double precision: at most " + figure(worst) + " apart, "
            + figure(kRounding) + " allowed");
}

// The result may not depend on how many threads there are.
CheckOutcome threads(const SelfTestSetup& setup)
{
    const Result<RunPlan> plan = planRun(TestStack {}.scenario(), testPolicy(PolicyId::Segments, 2), 1);
    if (!plan) {
        return failedCheck(plan.error().message);
    }
    std::vector<TrainingResults> results;
    for (const int count : { 1, 3 }) {
        ThreadPool pool(count);
        Result<Slab> slab = Slab::create(plan->predictedBytes());
        if (!slab) {
            return failedCheck(slab.error().message);
        }
        SlabMemory memory(*plan, *slab, {});
        TrainingRun run(*plan, memory, pool, ownKernels(plan->precision));
        Stop never;
        Result<TrainingResults> trained = trainingSteps(run, 2, never);
        if (!trained) {
            return failedCheck(trained.error().message);
        }
        results.push_back(std::move(*trained));
    }
    static_cast<void>(setup);
    const std::string difference = firstDifference(results[0], results[1]);
    return passedIf(difference.empty(),
        difference.empty() ? "1 and 3 threads give the same bits after 2 steps" : "1 and 3 threads: " + difference);
}

} // namespace

std::vector<SelfCheck> kernelChecks()
{
    std::vector<SelfCheck> checks { { "products", &products } };
    for (const bool llama : { false, true }) {
        for (const bool fused : { false, true }) {
            TestStack stack;
            stack.llama = llama;
            stack.fused = fused;
            stack.layers = 2;
            checks.push_back({ "kernels: " + stack.name(),
                [stack](const SelfTestSetup& setup) { return kernelsOf(stack, setup); } });
        }
    }
    checks.push_back({ "threads", &threads });
    return checks;
}

} // namespace sublinear
