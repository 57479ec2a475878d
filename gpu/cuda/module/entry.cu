// SPDX-License-Identifier: MIT
#include "gpu/cuda/module/real_runtime.h"
#include "gpu/cuda/module_interface.h"

#include <string_view>

extern "C" __attribute__((visibility("default"))) sublinear::CudaRuntime* sublinearCudaRuntime(const char* version)
{
    if (std::string_view(version) != sublinear::kCudaModuleVersion) {
        return nullptr;
    }
    static sublinear::cuda::RealRuntime runtime;
    return &runtime;
}
