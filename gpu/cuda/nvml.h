// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// What NVML says of a device at one moment.
struct NvmlState {
    Bytes totalBytes = 0;
    Bytes freeBytes = 0;
    std::optional<int> clockMHz; ///< of the multiprocessors
    std::uint64_t throttleReasons = 0; ///< NVML's bits
    std::optional<int> otherProcesses; ///< that compute on it beside this one
};

/// NVIDIA's management library: reads a device's state without a context on it.
class Nvml {
public:
    Nvml() = default;
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;
    Nvml(Nvml&&) = delete;
    Nvml& operator=(Nvml&&) = delete;
    virtual ~Nvml() = default;

    [[nodiscard]] virtual std::string driverVersion() = 0; ///< "580.65.06"; empty where it does not say
    [[nodiscard]] virtual std::optional<NvmlState> state(const std::string& pciBusId) = 0;
};

/// Null where there is none: it comes with the driver, not with the toolkit.
std::unique_ptr<Nvml> loadNvml(const std::vector<std::string>& names = { "libnvidia-ml.so.1" });

/// What disturbed a run between two looks at its device, for people: "another process computed on the
/// device; the clock was held down (power limit)". Empty: nothing that NVML could see.
std::string disturbance(const NvmlState& before, const NvmlState& after);

} // namespace sublinear
