// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/nvml.h"
#include "gpu/cuda/proven.h"
#include "gpu/cuda/session.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/training_results.h"
#include "gpu/selftest/check.h"
#include "gpu/selftest/stacks.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace sublinear {

/// How much the rates of a device are taken from. A test takes less.
struct DeviceSizes {
    std::int64_t product = 8192; ///< rows, columns and depth of the largest product
    Bytes copied = Bytes { 1 } << 30;
    Bytes metered = Bytes { 64 } << 20; ///< allocated to see what meters say; whole granules
    std::int64_t rows = 16384; ///< of tensors that memory-bound kernels pass over
    std::int64_t width = 4096;
    int repeats = 20;
    TestStack step; ///< whose products are held against the largest
    std::vector<TestStack> kernels; ///< steps whose every operation is computed again
    std::vector<TestStack> points; ///< measured under every policy
    TestStack sweep;
};
DeviceSizes usualSizes();

/// A device with a session on it.
struct DeviceUnderTest {
    CudaSession& session;
    Nvml* nvml = nullptr; ///< may be null
    DeviceSizes sizes = usualSizes();
};

/// The checks of a device in order; each leaves the session as it was. They keep a reference.
std::vector<SelfCheck> deviceChecks(const DeviceUnderTest& device);
std::vector<SelfCheck> deviceMeterChecks(const DeviceUnderTest& device); ///< the meters themselves
std::vector<SelfCheck> deviceKernelChecks(const DeviceUnderTest& device); ///< each against the CPU in double precision
std::vector<SelfCheck> devicePointChecks(const DeviceUnderTest& device); ///< predicted and measured, bit for bit
std::vector<SelfCheck> deviceRateChecks(const DeviceUnderTest& device); ///< what the device reaches; not judged

/// Types and kernels that a device has a choice of.
struct DeviceForm {
    bool bf16 = false;
    bool tensorCores = false;
    [[nodiscard]] std::string name() const; ///< "fp32", "bf16", "bf16 on tensor cores"
};
/// fp32, and where the device has bf16 that in both forms.
std::vector<DeviceForm> formsOf(const CudaDeviceInfo& device);
ResolvedScenario scenarioIn(const DeviceForm& form, const TestStack& stack);

/// Sets what a session uses, and back at the end.
class UsedForm {
public:
    UsedForm(CudaSession& session, const DeviceForm& form);
    ~UsedForm();
    UsedForm(const UsedForm&) = delete;
    UsedForm& operator=(const UsedForm&) = delete;
    UsedForm(UsedForm&&) = delete;
    UsedForm& operator=(UsedForm&&) = delete;

private:
    CudaSession& m_session;
    bool m_before;
};

/// Runs all checks, and remembers that the device is proven if each passed, or that it is not.
SelfTestCounts testDevice(const DeviceUnderTest& device, const SelfTestSetup& setup, const ProvenDevices& proven,
    std::string_view build, const std::function<void(std::string_view)>& tell);

/// A training run apart, to compare with.
Result<TrainingResults> trainedOnDevice(const RunPlan& plan, const CudaSession& session, ThreadPool& pool, int steps);

/// "1.2e-03"
std::string scientific(double value);

} // namespace sublinear
