// SPDX-License-Identifier: MIT
#include "gpu/selftest/selftest.h"

#include "core/base/utc_now.h"
#include "core/base/version.h"
#include "core/io/streams.h"
#include "core/io/write_file.h"
#include "core/measurement/fault.h"
#include "gpu/cpu/gemm.h"
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

// Who ran when, on what: a saved test is read elsewhere.
std::string heading(const CudaDeviceInfo* gpu)
{
    const CpuDevice cpu = hostCpu();
    std::string text = "sublinear-microrun " + std::string(kVersion) + ", " + utcNow() + "\n";
    text += "cpu: " + cpu.name + ", " + std::to_string(cpu.threads) + " threads, products by " + gemmName() + "\n";
    if (gpu != nullptr) {
        text += "device: " + gpu->name + ", driver " + hostCudaDevices().driver + "\n";
    }
    return text;
}

ExitCode save(const std::string& out, const std::string& text)
{
    const Status written = out.empty() ? success() : writeWholeFile(out, text);
    if (!written) {
        complain(out + ": " + written.error().message);
    }
    return written ? ExitCode::Ok : ExitCode::CannotWrite;
}

} // namespace

ExitCode runSelfTest(const RunOptions& options, bool full, const std::string& out)
{
    if (const Status checked = checkOptions(options); !checked) {
        complain("--" + checked.error().message);
        return ExitCode::Usage;
    }
    if (const Status can = out.empty() ? success() : canWriteFile(out); !can) {
        complain(out + ": " + can.error().message);
        return ExitCode::CannotWrite;
    }
    const Result<DeviceChoice> device = chooseDevice(options.device, &hostCudaDevices);
    if (!device) {
        complain("no_device: " + device.error().message);
        return ExitCode::DeviceFailed;
    }
    if (!device->note.empty()) {
        complain("note: " + device->note);
    }
    const bool onCuda = device->cuda && options.device != "auto";
    ExitCode printed = ExitCode::Ok;
    std::string told = heading(onCuda ? &device->cuda->info : nullptr);
    const auto tell = [&printed, &told](std::string_view line) {
        told += std::string(line) + "\n";
        if (printed == ExitCode::Ok) {
            printed = print(std::string(line) + "\n");
        }
    };
    ThreadPool pool(static_cast<int>(options.threads.value_or(hostCpu().threads)));
    const Result<SelfTestCounts> counts = onCuda ? testCuda(device->cuda->index, { pool, full }, tell)
                                                 : Result<SelfTestCounts>(testCpu({ pool, full }, tell));
    if (!counts) {
        const std::string why = counts.error().field + ": " + counts.error().message;
        complain(why);
        save(out, told + why + "\n");
        return ExitCode::DeviceFailed;
    }
    tell(summaryLine(*counts));
    if (const ExitCode saved = save(out, told); saved != ExitCode::Ok) {
        return saved;
    }
    if (printed != ExitCode::Ok) {
        return printed;
    }
    return counts->failed == 0 && counts->notRun == 0 ? ExitCode::Ok : ExitCode::DeviceFailed;
}

} // namespace sublinear
