// SPDX-License-Identifier: MIT
#include "gpu/device/memory.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "gpu/device/file_text.h"

#include <algorithm>
#include <charconv>

namespace sublinear {

namespace {

std::optional<Bytes> wholeNumber(std::string_view text)
{
    const std::string_view digits = trimmed(text);
    Bytes value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc {} && end == digits.data() + digits.size() && value >= 0 ? std::optional(value)
                                                                                       : std::nullopt;
}

} // namespace

std::optional<Bytes> memoryField(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (!line.starts_with(key) || line.substr(key.size(), 1) != ":") {
            continue;
        }
        line = trimmed(line.substr(key.size() + 1));
        const std::size_t unit = line.rfind(" kB");
        const std::optional<Bytes> kibibytes = unit == std::string_view::npos || unit + 3 != line.size()
            ? std::nullopt
            : wholeNumber(line.substr(0, unit));
        return kibibytes ? (Checked(*kibibytes) * kKiB).value() : std::nullopt;
    }
    return std::nullopt;
}

FreeMemory withinGroup(FreeMemory machine, std::string_view limit, std::string_view used)
{
    const std::optional<Bytes> most = wholeNumber(limit);
    const std::optional<Bytes> held = wholeNumber(used);
    if (most && *most < machine.total) {
        machine.total = *most;
        machine.free = std::min(machine.free, std::max<Bytes>(0, *most - held.value_or(0)));
    }
    return machine;
}

std::optional<FreeMemory> freeMemory()
{
    const std::string machine = fileText("/proc/meminfo");
    const std::optional<Bytes> total = memoryField(machine, "MemTotal");
    const std::optional<Bytes> available = memoryField(machine, "MemAvailable");
    if (!total || !available) {
        return std::nullopt;
    }
    const std::optional<Bytes> own = memoryField(fileText("/proc/self/status"), "VmRSS");
    return withinGroup({ *total, std::min(*available, *total), own.value_or(0) }, fileText("/sys/fs/cgroup/memory.max"),
        fileText("/sys/fs/cgroup/memory.current"));
}

std::string shortageText(Bytes needed, const FreeMemory& memory)
{
    const GiBPair shown = formatGiBDistinct(needed, memory.free);
    const Bytes others = std::max<Bytes>(0, memory.total - memory.free - memory.own);
    return "needs " + shown.first + " GiB; " + shown.second + " of " + formatGiB(memory.total) + " GiB are free, "
        + formatGiB(memory.own) + " are held by this process and " + formatGiB(others) + " by others";
}

} // namespace sublinear
