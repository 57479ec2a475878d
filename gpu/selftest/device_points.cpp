// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "gpu/cuda/measure.h"
#include "gpu/cuda/measurer.h"
#include "gpu/selftest/device_setup.h"
#include "gpu/selftest/swept.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr int kTrained = 3;

// A driver may hand out each tensor in steps of twice our granule: as many of those as there are tensors at most.
Bytes poolRounding(const RunPlan& plan)
{
    return kGranuleBytes
        * static_cast<Bytes>(plan.program.storages.size() + plan.program.parameters.size() * kStateKinds.size());
}

std::string faultOfPoint(const RunPlan& plan, const MeasuredPoint& point)
{
    const auto bytes = [](const std::optional<Bytes>& value) { return value ? formatGrouped(*value) : "no"; };
    if (point.touchedBytes != point.predictedPeakBytes) {
        return bytes(point.touchedBytes) + " bytes touched, " + bytes(point.predictedPeakBytes) + " predicted";
    }
    const Bytes over = point.poolHighBytes.value_or(-1) - point.idealPeakBytes;
    if (over < 0 || over > poolRounding(plan)) {
        return bytes(point.poolHighBytes) + " bytes at the pool's high-water mark, " + bytes(point.idealPeakBytes)
            + " predicted";
    }
    if (point.tightFit != true) {
        return "a block of the predicted bytes is written beyond, or one of 256 fewer is not";
    }
    if (point.gradientsIdentical != true) {
        return "not the bits of store_all: " + point.note;
    }
    return point.valid ? "" : "a number that is none";
}

// Every policy, by every meter, and bit for bit.
CheckOutcome policiesOf(
    const DeviceUnderTest& device, const SelfTestSetup& setup, const TestStack& stack, const DeviceForm& form)
{
    const UsedForm used(device.session, form);
    const ResolvedScenario scenario = scenarioIn(form, stack);
    const Result<RunPlan> all = planRun(scenario, testPolicy(PolicyId::StoreAll), 1);
    const Result<TrainingResults> reference =
        all ? trainedOnDevice(*all, device.session, setup.pool, kTrained) : Result<TrainingResults>(all.error());
    if (!reference) {
        return failedCheck(reference.error().message);
    }
    Bytes least = all->predictedBytes();
    Bytes most = least;
    Bytes over = 0;
    const std::vector<PolicySpec> policies = testPolicies(stack.layers, setup.full);
    for (const PolicySpec& policy : policies) {
        const Result<RunPlan> plan = planRun(scenario, policy, 1);
        MeasureOptions options;
        options.trainingSteps = kTrained;
        options.timedSteps = 1;
        options.reference = &*reference;
        const Result<MeasuredPoint> point = plan
            ? measureOnCuda(*plan, device.session, device.nvml, setup.pool, options)
            : Result<MeasuredPoint>(plan.error());
        const std::string fault = point ? faultOfPoint(*plan, *point) : point.error().message;
        if (!fault.empty()) {
            return failedCheck(policyText(policy) + ": " + fault);
        }
        least = std::min(least, point->predictedPeakBytes);
        most = std::max(most, point->predictedPeakBytes);
        over = std::max(over, *point->poolHighBytes - point->idealPeakBytes);
    }
    return passedIf(policies.size() > 2 && least < most,
        std::to_string(policies.size()) + " policies: touched bytes are the predicted " + formatGrouped(least) + " to "
            + formatGrouped(most) + ", the pool's high-water mark at most " + formatGrouped(over)
            + " above what it foretells; nothing is written behind the predicted bytes, and something with 256 fewer; "
              "loss, gradients and weights after "
            + std::to_string(kTrained) + " steps have the bits of a store_all run apart");
}

// The comparison of bits must see what is not the same.
CheckOutcome otherSeedOnDevice(const DeviceUnderTest& device, const SelfTestSetup& setup)
{
    std::vector<TrainingResults> results;
    for (const std::uint64_t seed : { 1, 1, 2 }) {
        const Result<RunPlan> plan =
            planRun(scenarioIn({}, device.sizes.points.front()), testPolicy(PolicyId::Segments, 1), seed);
        Result<TrainingResults> each =
            plan ? trainedOnDevice(*plan, device.session, setup.pool, 1) : Result<TrainingResults>(plan.error());
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

std::string milliseconds(const std::optional<double>& ns)
{
    return ns ? formatFixed(*ns / 1e6, 3) : std::string("-");
}

// The default policies through the worker's lines and back: predicted beside measured.
CheckOutcome sweepOnDevice(const DeviceUnderTest& device, const SelfTestSetup& setup, const DeviceForm& form)
{
    const UsedForm used(device.session, form);
    const ResolvedScenario scenario = scenarioIn(form, device.sizes.sweep);
    RunLimits limits;
    limits.device = { device.session.info().name, form.bf16 };
    limits.memoryBytes = device.session.info().memoryBytes;
    limits.seconds = 1e9; // as it stands, however long it takes
    const Result<Swept> swept = sweptThroughLines(
        scenario, limits, device.session.info().name, "cuda", setup, [&](const ResolvedScenario& run) {
            return std::make_unique<CudaMeasurer>(
                CudaMeasurer::Setup { run, setup.pool.threads(), 1 }, device.session, device.nvml);
        });
    if (!swept) {
        return failedCheck(swept.error().message);
    }
    std::string figures = "peak bytes measured/predicted, step ms measured/foretold:";
    bool good = swept->whole;
    for (const PointRecord& point : swept->points) {
        const double ratio = static_cast<double>(point.measuredPeakBytes.value_or(0))
            / static_cast<double>(point.predictedPeakBytes.value_or(1));
        good = good && point.stepNs && point.gradientsIdentical == true && ratio > 0.5 && ratio < 1.01;
        figures += " " + policyText(point.policy) + " " + formatGrouped(point.measuredPeakBytes.value_or(-1)) + "/"
            + formatGrouped(point.predictedPeakBytes.value_or(-1)) + ", "
            + milliseconds(point.stepNs ? std::optional(point.stepNs->median) : std::nullopt) + "/"
            + milliseconds(point.predictedStepNs) + ";";
    }
    return passedIf(good, figures + " times are not judged");
}

} // namespace

std::vector<SelfCheck> devicePointChecks(const DeviceUnderTest& device)
{
    std::vector<SelfCheck> checks;
    const std::vector<DeviceForm> forms = formsOf(device.session.info());
    for (const DeviceForm& form : forms) {
        for (const TestStack& stack : device.sizes.points) {
            if (!form.tensorCores || stack.fused) {
                checks.push_back({ "policies: " + stack.name() + ", " + form.name(),
                    [&device, stack, form](
                        const SelfTestSetup& setup) { return policiesOf(device, setup, stack, form); } });
            }
        }
    }
    checks.push_back(
        { "another seed", [&device](const SelfTestSetup& setup) { return otherSeedOnDevice(device, setup); } });
    for (const DeviceForm& form : forms) {
        checks.push_back({ "sweep: " + device.sizes.sweep.name() + ", " + form.name(),
            [&device, form](const SelfTestSetup& setup) { return sweepOnDevice(device, setup, form); } });
    }
    return checks;
}

} // namespace sublinear
