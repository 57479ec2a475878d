// SPDX-License-Identifier: MIT
#include "gpu/cuda/nvml.h"

#include "gpu/cuda/library.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace sublinear {

namespace {

// NVML's interface as far as it is used: its header does not come with every toolkit.
using NvmlDevice = struct NvmlDeviceOpaque*;
constexpr int kOk = 0;
constexpr int kClockSm = 1;

struct NvmlMemory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

struct NvmlProcess {
    unsigned int pid;
    unsigned long long usedMemory;
    unsigned int gpuInstance;
    unsigned int computeInstance;
};

struct Functions {
    int (*init)();
    int (*shutdown)();
    int (*driverVersion)(char* text, unsigned int length);
    int (*deviceByBus)(const char* bus, NvmlDevice* device);
    int (*memory)(NvmlDevice device, NvmlMemory* memory);
    int (*clock)(NvmlDevice device, int kind, unsigned int* megahertz); // may be null, as all below
    int (*throttle)(NvmlDevice device, unsigned long long* reasons);
    int (*processes)(NvmlDevice device, unsigned int* count, NvmlProcess* list);
};

class RealNvml final : public Nvml {
public:
    explicit RealNvml(const Functions& functions)
        : m_functions(functions)
    {
    }
    ~RealNvml() override { m_functions.shutdown(); }
    RealNvml(const RealNvml&) = delete;
    RealNvml& operator=(const RealNvml&) = delete;
    RealNvml(RealNvml&&) = delete;
    RealNvml& operator=(RealNvml&&) = delete;

    std::string driverVersion() override
    {
        std::array<char, 96> text {};
        const int status = m_functions.driverVersion(text.data(), static_cast<unsigned int>(text.size() - 1));
        return status == kOk ? text.data() : "";
    }

    std::optional<NvmlState> state(const std::string& pciBusId) override
    {
        NvmlDevice device = nullptr;
        NvmlMemory memory {};
        if (m_functions.deviceByBus(pciBusId.c_str(), &device) != kOk || m_functions.memory(device, &memory) != kOk) {
            return std::nullopt;
        }
        NvmlState state;
        state.totalBytes = static_cast<Bytes>(memory.total);
        state.freeBytes = static_cast<Bytes>(memory.free);
        unsigned int megahertz = 0;
        if (m_functions.clock != nullptr && m_functions.clock(device, kClockSm, &megahertz) == kOk) {
            state.clockMHz = static_cast<int>(megahertz);
        }
        unsigned long long reasons = 0;
        if (m_functions.throttle != nullptr && m_functions.throttle(device, &reasons) == kOk) {
            state.throttleReasons = reasons;
        }
        state.otherProcesses = otherProcesses(device);
        return state;
    }

private:
    [[nodiscard]] std::optional<int> otherProcesses(NvmlDevice device) const
    {
        std::array<NvmlProcess, 128> list {};
        auto count = static_cast<unsigned int>(list.size());
        if (m_functions.processes == nullptr || m_functions.processes(device, &count, list.data()) != kOk
            || count > list.size()) {
            return std::nullopt;
        }
        const auto own = static_cast<unsigned int>(getpid());
        return static_cast<int>(std::count_if(
            list.begin(), list.begin() + count, [own](const NvmlProcess& process) { return process.pid != own; }));
    }

    Functions m_functions;
};

struct ThrottleReason {
    std::uint64_t bit;
    std::string_view text;
};

// Bit 0 is an idle device and bit 1 a clock that someone has set: neither disturbs.
constexpr std::array kThrottle { ThrottleReason { 0x4, "power limit" }, ThrottleReason { 0x8, "hardware slowdown" },
    ThrottleReason { 0x20, "temperature" }, ThrottleReason { 0x40, "temperature" },
    ThrottleReason { 0x80, "power brake" } };

} // namespace

std::unique_ptr<Nvml> loadNvml(const std::vector<std::string>& names)
{
    const Result<Library> library = Library::load(names);
    if (!library) {
        return nullptr;
    }
    Functions functions {};
    functions.init = library->symbol<int()>("nvmlInit_v2");
    functions.shutdown = library->symbol<int()>("nvmlShutdown");
    functions.driverVersion = library->symbol<int(char*, unsigned int)>("nvmlSystemGetDriverVersion");
    functions.deviceByBus = library->symbol<int(const char*, NvmlDevice*)>("nvmlDeviceGetHandleByPciBusId_v2");
    functions.memory = library->symbol<int(NvmlDevice, NvmlMemory*)>("nvmlDeviceGetMemoryInfo");
    functions.clock = library->symbol<int(NvmlDevice, int, unsigned int*)>("nvmlDeviceGetClockInfo");
    functions.throttle =
        library->symbol<int(NvmlDevice, unsigned long long*)>("nvmlDeviceGetCurrentClocksThrottleReasons");
    functions.processes =
        library->symbol<int(NvmlDevice, unsigned int*, NvmlProcess*)>("nvmlDeviceGetComputeRunningProcesses_v3");
    if (functions.init == nullptr || functions.shutdown == nullptr || functions.driverVersion == nullptr
        || functions.deviceByBus == nullptr || functions.memory == nullptr || functions.init() != kOk) {
        return nullptr;
    }
    return std::make_unique<RealNvml>(functions);
}

std::string disturbance(const NvmlState& before, const NvmlState& after)
{
    std::string text;
    if (std::max(before.otherProcesses.value_or(0), after.otherProcesses.value_or(0)) > 0) {
        text = "another process computed on the device";
    }
    const std::uint64_t bits = before.throttleReasons | after.throttleReasons;
    std::string reasons;
    for (const ThrottleReason& reason : kThrottle) {
        if ((bits & reason.bit) != 0 && reasons.find(reason.text) == std::string::npos) {
            reasons += (reasons.empty() ? "" : ", ") + std::string(reason.text);
        }
    }
    if (!reasons.empty()) {
        text += (text.empty() ? "" : "; ") + std::string("the clock was held down (") + reasons + ")";
    }
    return text;
}

} // namespace sublinear
