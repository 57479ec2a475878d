// SPDX-License-Identifier: MIT
#include "gpu/cuda/error.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

struct Reason {
    int code;
    std::string_view text;
};

// cudaError_t, CUDA 12 and 13. 34 is the toolkit's own stub in the place of a driver.
constexpr std::array kNoDevice {
    Reason { 3, "CUDA could not be initialised" },
    Reason { 34, "the driver's library is only the toolkit's stub" },
    Reason { 35, "the NVIDIA driver is missing, or older than this version of CUDA needs" },
    Reason { 36, "the NVIDIA driver is older than this version of CUDA needs" },
    Reason { 46, "every device is busy or reserved by another process" },
    Reason { 100, "the NVIDIA driver sees no device" },
    Reason { 101, "there is no such device" },
    Reason { 209, "this build has no code for the device" },
    Reason { 222, "this build's code is newer than the NVIDIA driver" },
    Reason { 802, "the system is not ready for CUDA yet" },
    Reason { 803, "the NVIDIA driver's parts do not fit together" },
    Reason { 804, "the device does not allow a driver of another version" },
    Reason { static_cast<int>(CudaCode::NoCublasLt), "the library cuBLASLt was not found" },
};

// After one of these every later call fails until the process ends.
constexpr std::array kSticky { 214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 999 };

} // namespace

CudaFailure classify(CudaCode code)
{
    const int number = static_cast<int>(code);
    if (code == CudaCode::Success) {
        return CudaFailure::None;
    }
    if (code == CudaCode::MemoryAllocation) {
        return CudaFailure::OutOfMemory;
    }
    if (std::find(kSticky.begin(), kSticky.end(), number) != kSticky.end()) {
        return CudaFailure::Fault;
    }
    return noDeviceReason(code).empty() ? CudaFailure::Refused : CudaFailure::NoDevice;
}

std::string_view noDeviceReason(CudaCode code)
{
    const auto* const found = std::find_if(kNoDevice.begin(), kNoDevice.end(),
        [code](const Reason& reason) { return reason.code == static_cast<int>(code); });
    return found == kNoDevice.end() ? std::string_view() : found->text;
}

std::string codeText(CudaCode code, std::string_view name)
{
    const int number = static_cast<int>(code);
    if (number >= kCublasCodes) {
        return "cuBLASLt status " + std::to_string(number - kCublasCodes);
    }
    return (name.empty() ? "CUDA error" : std::string(name)) + " (" + std::to_string(number) + ")";
}

} // namespace sublinear
