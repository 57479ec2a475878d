// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cuda/devices.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// What `--device auto|cpu|cuda:N` comes to.
struct DeviceChoice {
    std::optional<CudaDevice> cuda; ///< empty: the CPU
    std::string note; ///< why auto took the CPU; empty otherwise
};

/// `devices` is asked only if the text allows for CUDA. Errors: field "device" for a text that is
/// none of these, "no_device" for a device that is not there.
Result<DeviceChoice> chooseDevice(std::string_view text, const std::function<CudaDevices()>& devices);

} // namespace sublinear
