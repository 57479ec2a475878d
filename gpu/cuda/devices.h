// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cuda/nvml.h"
#include "gpu/cuda/runtime.h"

#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// One device that a run could use.
struct CudaDevice {
    int index = 0; ///< the N of cuda:N
    CudaDeviceInfo info;
    std::optional<Bytes> freeBytes; ///< empty where NVML does not say
};

/// The devices that CUDA sees, or why there is none.
struct CudaDevices {
    std::vector<CudaDevice> list;
    std::string driver; ///< "580.65.06, CUDA 13.0"; empty without one
    std::string reason; ///< set where the list is empty, for people
};

/// Asks without making a context on any device. `nvml` may be null.
CudaDevices cudaDevices(CudaRuntime& runtime, Nvml* nvml);

/// The same by the module and the NVML of this machine, loaded now.
CudaDevices hostCudaDevices();

/// "13.0" of 13000.
std::string cudaVersionText(int version);

} // namespace sublinear
