// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cuda/runtime.h"

#include <string>
#include <vector>

namespace sublinear {

/// Where the CUDA module is looked for: SUBLINEAR_CUDA_MODULE in the environment alone if it is
/// set, else beside the program and in ../lib/sublinear from there.
std::vector<std::string> cudaModulePaths();

/// Loads the module, the first time; it lives as long as the program. Error, one line: not there, cannot be
/// loaded, of another build.
Result<CudaRuntime*> loadCudaModule(const std::vector<std::string>& paths = cudaModulePaths());

} // namespace sublinear
