// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/scenario/resolve_parts.h"

namespace sublinear::resolving {

namespace {

// A context and its library handles hold 0.5 to 1 GiB before anything is allocated.
constexpr Bytes kTrainingReserve = kGiB;

/// What people read: the preset's name as long as it speaks of this much memory.
std::string shownName(const GpuPreset& gpu, Bytes memory)
{
    if (memory == gpu.memoryBytes) {
        return gpu.name;
    }
    constexpr Bytes kSmall = kGiB / 100; // "0 GiB" would be no device at all
    const std::string size = memory < kSmall ? formatSize(memory) : formatGiBShort(memory) + " GiB";
    return gpu.id == kDefaultGpu ? size : gpu.name + ", " + size;
}

} // namespace

Refused resolveDevice(const Scenario::Device& given, Accounting accounting, ResolvedScenario::Device& device)
{
    device.gpu = given.gpu.value_or(std::string(kDefaultGpu));
    const GpuPreset* gpu = findGpuPreset(device.gpu);
    if (gpu == nullptr) {
        std::vector<std::string_view> known;
        for (const GpuPreset& preset : gpuPresets()) {
            known.emplace_back(preset.id);
        }
        return unknownPreset("device.gpu", device.gpu, known);
    }
    device.memoryBytes = given.memoryBytes.value_or(gpu->memoryBytes);
    device.gpuName = shownName(*gpu, device.memoryBytes);
    device.reserveBytes = given.reserveBytes.value_or(accounting == Accounting::Training ? kTrainingReserve : 0);
    return std::nullopt;
}

} // namespace sublinear::resolving
