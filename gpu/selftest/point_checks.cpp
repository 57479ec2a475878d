// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "gpu/measure/measure_point.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "gpu/selftest/check.h"
#include "gpu/selftest/stacks.h"
#include "gpu/selftest/swept.h"
#include "gpu/sweep/engine_measurer.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

Result<TrainingResults> trained(
    const TestStack& stack, const PolicySpec& policy, std::uint64_t seed, int steps, ThreadPool& pool)
{
    const Result<RunPlan> plan = planRun(stack.scenario(), policy, seed);
    Result<Slab> slab = plan ? Slab::create(plan->predictedBytes()) : Result<Slab>(plan.error());
    if (!slab) {
        return slab.error();
    }
    SlabMemory memory(*plan, *slab, {});
    TrainingRun run(*plan, memory, pool, ownKernels(plan->precision));
    Stop never;
    return trainingSteps(run, steps, never);
}

/// All policies of one stack, measured with every meter and compared with store_all.
struct Measured {
    std::vector<MeasuredPoint> points;
    std::string failure;
};

Measured measureAll(const TestStack& stack, const SelfTestSetup& setup)
{
    Measured measured;
    const Result<TrainingResults> reference = trained(stack, testPolicy(PolicyId::StoreAll), 1, 3, setup.pool);
    if (!reference) {
        measured.failure = reference.error().message;
        return measured;
    }
    for (const PolicySpec& policy : testPolicies(stack.layers, setup.full)) {
        const Result<RunPlan> plan = planRun(stack.scenario(), policy, 1);
        if (!plan) {
            measured.failure = policyText(policy) + ": " + plan.error().message;
            return measured;
        }
        MeasureOptions options;
        options.timedSteps = 1;
        options.reference = &*reference;
        Result<MeasuredPoint> point = measurePoint(*plan, setup.pool, options);
        if (!point) {
            measured.failure = policyText(policy) + ": " + point.error().message;
            return measured;
        }
        measured.points.push_back(std::move(*point));
    }
    return measured;
}

// Both ways of looking find the predicted bytes, and a granule less is too little.
std::string meterFault(const MeasuredPoint& point)
{
    if (point.touchedBytes != point.predictedPeakBytes) {
        return formatGrouped(point.touchedBytes.value_or(-1)) + " bytes touched, "
            + formatGrouped(point.predictedPeakBytes) + " predicted";
    }
    if (point.poolHighBytes.value_or(-1) != point.idealPeakBytes) {
        return formatGrouped(point.poolHighBytes.value_or(-1)) + " bytes at the pool's high-water mark, "
            + formatGrouped(point.idealPeakBytes) + " predicted";
    }
    if (point.tightFit != true) {
        return "256 bytes less do not run short";
    }
    return point.valid ? "" : "a number that is none";
}

CheckOutcome meters(const TestStack& stack, const SelfTestSetup& setup)
{
    const Measured measured = measureAll(stack, setup);
    if (!measured.failure.empty()) {
        return failedCheck(measured.failure);
    }
    Bytes least = measured.points.front().predictedPeakBytes;
    Bytes most = least;
    Bytes over = 0;
    for (const MeasuredPoint& point : measured.points) {
        if (const std::string fault = meterFault(point); !fault.empty()) {
            return failedCheck(policyText(point.policy) + ": " + fault);
        }
        if (point.gradientsIdentical != true) {
            return failedCheck(policyText(point.policy) + ": " + point.note);
        }
        least = std::min(least, point.predictedPeakBytes);
        most = std::max(most, point.predictedPeakBytes);
        over = std::max(over, point.predictedPeakBytes - point.idealPeakBytes);
    }
    return passedIf(measured.points.size() > 2 && least < most,
        std::to_string(measured.points.size())
            + " policies: touched bytes and the pool's high-water mark are the predicted " + formatGrouped(least)
            + " to " + formatGrouped(most)
            + " bytes, 256 bytes less run short; loss, gradients and weights after 3 steps have the bits of a "
              "store_all run apart; placed at most "
            + formatGrouped(over) + " bytes above what is alive at once");
}

// The comparison of bits must see what is not the same.
CheckOutcome otherSeed(const SelfTestSetup& setup)
{
    std::vector<TrainingResults> results;
    for (const std::uint64_t seed : { 1, 1, 2 }) {
        Result<TrainingResults> each = trained(TestStack {}, testPolicy(PolicyId::Segments, 1), seed, 1, setup.pool);
        if (!each) {
            return failedCheck(each.error().message);
        }
        results.push_back(std::move(*each));
    }
    const std::string same = firstDifference(results[0], results[1]);
    const std::string other = firstDifference(results[0], results[2]);
    return passedIf(same.empty() && !other.empty(),
        "the same seed " + (same.empty() ? "gives the same bits" : "differs in " + same) + ", another "
            + (other.empty() ? "is not told apart" : "differs in " + other));
}

// How far the steps are from what store_all's operations foretold of them.
Result<double> worstForecast(const std::vector<PointRecord>& points)
{
    double worst = 0;
    for (const PointRecord& point : points) {
        if (!point.predictedStepNs || !point.stepNs || point.predictedStepBasis != "store_all") {
            return Error { policyText(point.policy) + ": no step time was foretold, or none measured" };
        }
        worst = std::max(worst, std::abs(*point.predictedStepNs / point.stepNs->median - 1));
    }
    return worst;
}

// A whole sweep through the worker's lines and back.
CheckOutcome sweep(const SelfTestSetup& setup)
{
    const ResolvedScenario scenario = TestStack {}.scenario();
    RunLimits limits;
    limits.memoryBytes = kGiB;
    limits.seconds = 1e6;
    const Result<Swept> swept =
        sweptThroughLines(scenario, limits, "CPU", "cpu", setup, [&](const ResolvedScenario& run) {
            return std::make_unique<EngineMeasurer>(EngineMeasurer::Setup { run, setup.pool.threads(), 1, {}, {} });
        });
    if (!swept) {
        return failedCheck(swept.error().message);
    }
    for (const PointRecord& point : swept->points) {
        if (!point.predictedPeakBytes || point.measuredPeakBytes != point.predictedPeakBytes || !point.stepNs
            || point.gradientsIdentical != true) {
            return failedCheck(policyText(point.policy) + " does not have what was predicted: " + point.note);
        }
    }
    const Result<double> worst = worstForecast(swept->points);
    if (!worst) {
        return failedCheck(worst.error().message);
    }
    return passedIf(swept->whole,
        std::to_string(swept->points.size())
            + " points measured, written as lines and read back the same; each peak is the "
              "predicted one; step times foretold from store_all's operations were off by up to "
            + formatFixed(100 * *worst, 1) + " %, which varies with the machine's load and is not judged");
}

} // namespace

std::vector<SelfCheck> pointChecks()
{
    std::vector<TestStack> stacks(5);
    stacks[1].fused = stacks[3].fused = stacks[4].fused = true;
    stacks[2].llama = stacks[3].llama = true;
    stacks[4].head = true;
    std::vector<SelfCheck> checks;
    checks.reserve(stacks.size() + 2);
    for (const TestStack& stack : stacks) {
        checks.push_back({ "meters and gradients: " + stack.name(),
            [stack](const SelfTestSetup& setup) { return meters(stack, setup); } });
    }
    checks.push_back({ "another seed", &otherSeed });
    checks.push_back({ "sweep", &sweep });
    return checks;
}

} // namespace sublinear
