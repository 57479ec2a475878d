// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sublinear {

/// What a call of CUDA returned: cudaError_t's numbers, and cuBLASLt's from kCublasCodes on. Those
/// that are told apart have names; any other number is a code too.
enum class CudaCode : int {
    Success = 0,
    InvalidValue = 1,
    MemoryAllocation = 2,
    InitializationError = 3,
    InsufficientDriver = 35,
    NoDevice = 100,
    InvalidDevice = 101,
    NoKernelImageForDevice = 209,
    IllegalAddress = 700,
    LaunchOutOfResources = 701,
    AssertFailed = 710,
    LaunchFailure = 719,
    Unknown = 999,
    NoCublasLt = 9999, ///< ours: the library was not found
};
inline constexpr int kCublasCodes = 10000;

/// What a code means for a run.
enum class CudaFailure : std::uint8_t {
    None,
    NoDevice, ///< nothing to run on: no driver, too old a driver, no device, none that this build has code for
    OutOfMemory, ///< the device lives on
    Fault, ///< the process's context is lost: nothing on this device works any more
    Refused, ///< a call that the device did not take; it lives on
};
CudaFailure classify(CudaCode code);

/// Why there is no device to run on, for people: "the driver is missing or older than CUDA needs".
/// Codes that say nothing of the kind give "".
std::string_view noDeviceReason(CudaCode code);

/// "cudaErrorMemoryAllocation (2)" from the name that CUDA has for it; "cuBLASLt status 7".
std::string codeText(CudaCode code, std::string_view name);

} // namespace sublinear
