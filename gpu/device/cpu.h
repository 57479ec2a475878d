// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// The processor as a device that a run could use.
struct CpuDevice {
    std::string name; ///< "AMD EPYC 9654"; "CPU" where the system does not say
    int threads = 1; ///< that this process may use at once
    std::optional<Bytes> memory; ///< of the machine, not of what is free; empty where unknown
};

/// The CPU that this process runs on, from /proc.
CpuDevice hostCpu();

/// The first "model name" of a /proc/cpuinfo, else "CPU".
std::string cpuName(std::string_view cpuinfo);

/// "MemTotal" of a /proc/meminfo, which counts in KiB and writes "kB".
std::optional<Bytes> totalMemory(std::string_view meminfo);

} // namespace sublinear
