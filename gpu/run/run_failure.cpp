// SPDX-License-Identifier: MIT
#include "gpu/run/run_failure.h"

#include <array>
#include <utility>

namespace sublinear {

namespace {

constexpr std::array kFailures { RunFailure::NoDevice, RunFailure::WouldNotFit, RunFailure::OutOfMemory,
    RunFailure::DeviceFault, RunFailure::Cancelled, RunFailure::Timeout };

} // namespace

std::string_view toText(RunFailure failure)
{
    switch (failure) {
    case RunFailure::NoDevice:
        return "no_device";
    case RunFailure::WouldNotFit:
        return "would_not_fit";
    case RunFailure::OutOfMemory:
        return "out_of_memory";
    case RunFailure::DeviceFault:
        return "device_fault";
    case RunFailure::Cancelled:
        return "cancelled";
    case RunFailure::Timeout:
        return "timeout";
    }
    return "";
}

Error runError(RunFailure failure, std::string message)
{
    return { std::move(message), std::string(toText(failure)) };
}

std::optional<RunFailure> failureOf(const Error& error)
{
    for (const RunFailure failure : kFailures) {
        if (error.field == toText(failure)) {
            return failure;
        }
    }
    return std::nullopt;
}

} // namespace sublinear
