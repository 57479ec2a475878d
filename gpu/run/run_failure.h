// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// Why a run ended before its end. Each has its own message and its own reaction.
enum class RunFailure : std::uint8_t {
    NoDevice, ///< no such device, or no driver for it
    WouldNotFit, ///< refused before launch
    OutOfMemory,
    DeviceFault, ///< a kernel failed
    Cancelled,
    Timeout,
};
std::string_view toText(RunFailure failure); ///< "out_of_memory"

/// An error of that class: its text stands in Error::field.
Error runError(RunFailure failure, std::string message);
/// The class of an error made by runError; empty for any other.
std::optional<RunFailure> failureOf(const Error& error);

} // namespace sublinear
