// SPDX-License-Identifier: MIT
#include "gpu/cuda/module/module_runtime.h"
#include "gpu/cuda/module_interface.h"

#include <string_view>

extern "C" __attribute__((visibility("default"))) sublinear::CudaRuntime* sublinearCudaRuntime(const char* version)
{
    if (std::string_view(version) != sublinear::kCudaModuleVersion) {
        return nullptr;
    }
    // Never destroyed: the driver may be gone before this process's static objects are.
    static auto* const runtime = new sublinear::cuda::ModuleRuntime;
    return runtime;
}
