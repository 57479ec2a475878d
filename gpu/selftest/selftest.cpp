// SPDX-License-Identifier: MIT
#include "gpu/selftest/selftest.h"

#include "core/io/streams.h"
#include "core/measurement/fault.h"
#include "gpu/cuda/module.h"
#include "gpu/device/choose_device.h"
#include "gpu/device/cpu.h"
#include "gpu/selftest/check.h"
#include "gpu/selftest/device_setup.h"

#include <memory>

namespace sublinear {

namespace {

using Tell = std::function<void(std::string_view)>;

SelfTestCounts testCpu(const SelfTestSetup& setup, const Tell& tell)
{
    std::vector<SelfCheck> checks;
    for (const auto& list : { kernelChecks(), pointChecks(), memoryChecks() }) {
        checks.insert(checks.end(), list.begin(), list.end());
    }
    return runChecks(checks, setup, tell);
}

Result<SelfTestCounts> testCuda(int index, const SelfTestSetup& setup, const Tell& tell)
{
    const Result<CudaRuntime*> runtime = loadCudaModule();
    if (!runtime) {
        return Error { runtime.error().message, std::string(toText(FaultClass::NoDevice)) };
    }
    const std::unique_ptr<Nvml> nvml = loadNvml();
    const Result<std::unique_ptr<CudaSession>> session = CudaSession::open(**runtime, index);
    if (!session) {
        return session.error();
    }
    return testDevice({ **session, nvml.get(), usualSizes() }, setup, ProvenDevices(), cudaModuleBuild(), tell);
}

} // namespace

ExitCode runSelfTest(const RunOptions& options, bool full)
{
    if (const Status checked = checkOptions(options); !checked) {
        complain("--" + checked.error().message);
        return ExitCode::Usage;
    }
    const Result<DeviceChoice> device = chooseDevice(options.device, &hostCudaDevices);
    if (!device) {
        complain("no_device: " + device.error().message);
        return ExitCode::DeviceFailed;
    }
    if (!device->note.empty()) {
        complain("note: " + device->note);
    }
    ExitCode printed = ExitCode::Ok;
    const auto tell = [&printed](std::string_view line) {
        if (printed == ExitCode::Ok) {
            printed = print(std::string(line) + "\n");
        }
    };
    ThreadPool pool(static_cast<int>(options.threads.value_or(hostCpu().threads)));
    const bool onCuda = device->cuda && options.device != "auto";
    const Result<SelfTestCounts> counts = onCuda ? testCuda(device->cuda->index, { pool, full }, tell)
                                                 : Result<SelfTestCounts>(testCpu({ pool, full }, tell));
    if (!counts) {
        complain(counts.error().field + ": " + counts.error().message);
        return ExitCode::DeviceFailed;
    }
    tell(summaryLine(*counts));
    if (printed != ExitCode::Ok) {
        return printed;
    }
    return counts->failed == 0 && counts->notRun == 0 ? ExitCode::Ok : ExitCode::DeviceFailed;
}

} // namespace sublinear
