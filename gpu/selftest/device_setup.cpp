// SPDX-License-Identifier: MIT
#include "gpu/selftest/device_setup.h"

#include "gpu/cuda/backend.h"
#include "gpu/cuda/memory.h"
#include "gpu/cuda/training.h"
#include "gpu/run/interpret.h"

#include <array>
#include <charconv>

namespace sublinear {

DeviceSizes usualSizes()
{
    DeviceSizes sizes;
    sizes.step.fused = true;
    sizes.step.layers = 2;
    sizes.step.width = 4096;
    sizes.step.heads = 32;
    sizes.step.batch = 2;
    sizes.step.sequence = 2048;
    for (const bool llama : { false, true }) {
        for (const bool fused : { false, true }) {
            TestStack stack;
            stack.llama = llama;
            stack.fused = fused;
            sizes.points.push_back(stack);
            stack.head = fused;
            stack.layers = 2;
            stack.sequence = 80; // more than a team's rows
            sizes.kernels.push_back(stack);
        }
    }
    sizes.points.back().head = true;
    sizes.sweep.fused = true;
    sizes.sweep.width = 512;
    sizes.sweep.sequence = 512;
    return sizes;
}

std::vector<SelfCheck> deviceChecks(const DeviceUnderTest& device)
{
    std::vector<SelfCheck> checks;
    for (const auto& list : { deviceMeterChecks(device), deviceKernelChecks(device), devicePointChecks(device),
             deviceRateChecks(device) }) {
        checks.insert(checks.end(), list.begin(), list.end());
    }
    return checks;
}

std::string DeviceForm::name() const
{
    return !bf16 ? "fp32" : tensorCores ? "bf16 on tensor cores" : "bf16";
}

std::vector<DeviceForm> formsOf(const CudaDeviceInfo& device)
{
    return hasBf16(device) ? std::vector<DeviceForm> { {}, { true, false }, { true, true } }
                           : std::vector<DeviceForm> { {} };
}

ResolvedScenario scenarioIn(const DeviceForm& form, const TestStack& stack)
{
    ResolvedScenario scenario = stack.scenario();
    if (form.bf16) {
        scenario.recipe.dtype = Dtype::Bf16;
        scenario.recipe.masterWeights = true;
    }
    return scenario;
}

UsedForm::UsedForm(CudaSession& session, const DeviceForm& form)
    : m_session(session)
    , m_before(session.work().tensorCores)
{
    session.useTensorCores(form.tensorCores);
}

UsedForm::~UsedForm()
{
    m_session.useTensorCores(m_before);
}

SelfTestCounts testDevice(const DeviceUnderTest& device, const SelfTestSetup& setup, const ProvenDevices& proven,
    std::string_view build, const std::function<void(std::string_view)>& tell)
{
    const CudaDeviceInfo& info = device.session.info();
    tell(info.name + ", compute capability " + std::to_string(info.major) + "." + std::to_string(info.minor) + ", "
        + std::to_string(info.memoryBytes) + " bytes");
    const SelfTestCounts counts = runChecks(deviceChecks(device), setup, tell);
    for (const std::string& product : device.session.runtime().chosenProducts()) {
        tell("cuBLASLt " + product);
    }
    const bool passed = counts.failed == 0 && counts.notRun == 0;
    const Status noted =
        proven.set(provenLine(info, device.session.runtime().driverVersion(), build), passed && !build.empty());
    tell(!noted ? "not remembered: " + noted.error().message
                : std::string(passed ? "from now on" : "not") + " on tensor cores: attention in bf16 on this device ("
                + proven.path() + ")");
    return counts;
}

Result<TrainingResults> trainedOnDevice(const RunPlan& plan, const CudaSession& session, ThreadPool& pool, int steps)
{
    const Result<CudaBlock> slab = CudaBlock::allocate(session, plan.predictedBytes(), "a run apart");
    if (!slab) {
        return slab.error();
    }
    CudaSlabMemory memory(plan, session, slab->data(), true);
    Stop never;
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, memory, session, pool, never);
    if (!training) {
        return training.error();
    }
    if (Status kept = (*training)->keepInput(); !kept) {
        return kept.error();
    }
    for (int i = 0; i < steps; ++i) {
        NoObserver observer;
        if (Status status = (*training)->step(observer, never); !status) {
            return status.error();
        }
    }
    return (*training)->results();
}

std::string scientific(double value)
{
    std::array<char, 32> text {};
    auto* const end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 1).ptr;
    return { text.data(), end };
}

} // namespace sublinear
