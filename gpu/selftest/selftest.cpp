// SPDX-License-Identifier: MIT
#include "gpu/selftest/selftest.h"

#include "core/io/streams.h"
#include "gpu/device/choose_device.h"
#include "gpu/device/cpu.h"
#include "gpu/selftest/check.h"

namespace sublinear {

ExitCode runSelfTest(const RunOptions& options, bool full)
{
    if (const Status checked = checkOptions(options); !checked) {
        complain("--" + checked.error().message);
        return ExitCode::Usage;
    }
    const Result<DeviceChoice> device = chooseDevice(options.device, &hostCudaDevices);
    if (!device || (device->cuda && options.device != "auto")) {
        complain(
            "no_device: " + (device ? options.device + ": this version runs on the CPU only" : device.error().message));
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
    std::vector<SelfCheck> checks;
    for (const auto& list : { kernelChecks(), pointChecks(), memoryChecks() }) {
        checks.insert(checks.end(), list.begin(), list.end());
    }
    const SelfTestCounts counts = runChecks(checks, { pool, full }, tell);
    tell(summaryLine(counts));
    if (printed != ExitCode::Ok) {
        return printed;
    }
    return counts.failed == 0 && counts.notRun == 0 ? ExitCode::Ok : ExitCode::DeviceFailed;
}

} // namespace sublinear
