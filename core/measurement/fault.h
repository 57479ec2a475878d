// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// Why a run or a point of it came to nothing.
enum class FaultClass {
    Refused, ///< what is asked for cannot be run: the message names it
    NoDevice, ///< no such device, or no driver for it
    WouldNotFit, ///< refused before anything was allocated
    OutOfMemory,
    DeviceFault,
    Cancelled,
    Timeout,
    LostWorker, ///< the program ended without saying why
    Protocol, ///< what it says is not what it should say
};
inline constexpr std::array<std::string_view, 9> kFaultClasses { "refused", "no_device", "would_not_fit",
    "out_of_memory", "device_fault", "cancelled", "timeout", "lost_worker", "protocol" };

constexpr std::string_view toText(FaultClass value)
{
    return kFaultClasses[static_cast<std::size_t>(value)];
}
std::optional<FaultClass> faultClass(std::string_view text);

struct Fault {
    FaultClass kind = FaultClass::DeviceFault;
    std::string message; ///< one line, with the figures
    bool operator==(const Fault&) const = default;
};

} // namespace sublinear
