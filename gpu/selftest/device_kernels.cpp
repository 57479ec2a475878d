// SPDX-License-Identifier: MIT
#include "gpu/cuda/memory.h"
#include "gpu/cuda/training.h"
#include "gpu/selftest/device_setup.h"
#include "gpu/selftest/device_shadow.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

// One step, every operation computed again by the CPU in double precision on what it read.
CheckOutcome shadowedStep(
    const DeviceUnderTest& device, const SelfTestSetup& setup, const TestStack& stack, const DeviceForm& form)
{
    const UsedForm used(device.session, form);
    const Result<RunPlan> plan = planRun(scenarioIn(form, stack), testPolicy(PolicyId::Segments, 2), 1);
    if (!plan) {
        return failedCheck(plan.error().message);
    }
    const Result<CudaBlock> slab = CudaBlock::allocate(device.session, plan->predictedBytes(), "a step");
    if (!slab) {
        return failedCheck(slab.error().message);
    }
    CudaSlabMemory memory(*plan, device.session, slab->data(), true);
    Stop never;
    Result<std::unique_ptr<CudaTraining>> training =
        CudaTraining::start(*plan, memory, device.session, setup.pool, never);
    if (!training) {
        return failedCheck(training.error().message);
    }
    DeviceShadow shadow(plan->program, (*training)->calls(), device.session, setup.pool);
    if (Status step = (*training)->step(shadow, never); !step || shadow.error()) {
        return failedCheck(shadow.error() ? shadow.error()->message : step.error().message);
    }
    std::string worst = "none";
    double nearest = 0; // to what is allowed, as a part of it
    double there = 0;
    std::string wrong;
    for (const auto& [kernel, error] : shadow.errors()) {
        const double allowed = shadowTolerance(kernel, form.bf16);
        if (!(error <= allowed)) { // also for NaN
            wrong += (wrong.empty() ? "" : ", ") + std::string(kernel) + " " + scientific(error) + " ("
                + scientific(allowed) + " allowed)";
        } else if (error / allowed > nearest) {
            nearest = error / allowed;
            there = error;
            worst = kernel;
        }
    }
    constexpr double kLoss = 1e-5;
    const double loss = std::abs((*training)->loss() - shadow.loss()) / std::max(1.0, std::abs(shadow.loss()));
    if (!wrong.empty() || !(loss <= kLoss)) {
        return failedCheck((wrong.empty() ? std::string() : wrong + "; ") + "loss " + scientific(loss) + " apart ("
            + scientific(kLoss) + " allowed)");
    }
    return passedIf(!shadow.errors().empty(),
        std::to_string(shadow.errors().size())
            + " kernels against double precision on the CPU; nearest to its limit: " + worst + ", " + scientific(there)
            + " of " + scientific(shadowTolerance(worst, form.bf16)) + "; loss " + scientific(loss));
}

} // namespace

std::vector<SelfCheck> deviceKernelChecks(const DeviceUnderTest& device)
{
    std::vector<SelfCheck> checks;
    for (const DeviceForm& form : formsOf(device.session.info())) {
        for (const TestStack& stack : device.sizes.kernels) {
            if (form.tensorCores && !stack.fused) {
                continue; // products of materialised attention are cuBLASLt's
            }
            checks.push_back(
                { "kernels: " + stack.name() + ", " + form.name(), [&device, stack, form](const SelfTestSetup& setup) {
                     return shadowedStep(device, setup, stack, form);
                 } });
        }
    }
    return checks;
}

} // namespace sublinear
