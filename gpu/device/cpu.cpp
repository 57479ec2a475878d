// SPDX-License-Identifier: MIT
#include "gpu/device/cpu.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "gpu/device/file_text.h"

#include <algorithm>
#include <charconv>
#include <sched.h>

namespace sublinear {

namespace {

/// What follows "key<spaces>:" on the first line that starts so.
std::string_view field(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key) {
            return trimmed(line.substr(colon + 1));
        }
    }
    return {};
}

/// The processors that this process is bound to: a container or taskset may give it fewer than there are.
int usableThreads()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

} // namespace

std::string cpuName(std::string_view cpuinfo)
{
    const std::string_view name = field(cpuinfo, "model name");
    return name.empty() ? "CPU" : std::string(name);
}

std::optional<Bytes> totalMemory(std::string_view meminfo)
{
    const std::string_view amount = field(meminfo, "MemTotal");
    Bytes kibibytes = 0;
    const auto [end, error] = std::from_chars(amount.data(), amount.data() + amount.size(), kibibytes);
    const std::string_view unit = trimmed(amount.substr(static_cast<std::size_t>(end - amount.data())));
    if (error != std::errc {} || unit != "kB" || kibibytes <= 0) {
        return std::nullopt;
    }
    return (Checked(kibibytes) * kKiB).value();
}

CpuDevice hostCpu()
{
    return { cpuName(fileText("/proc/cpuinfo")), usableThreads(), totalMemory(fileText("/proc/meminfo")) };
}

} // namespace sublinear
