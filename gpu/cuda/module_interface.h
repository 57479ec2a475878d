// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

class CudaRuntime;

/// What program and module must agree on: the build that both come from. They share classes, so
/// that one of another build is refused.
inline constexpr const char* kCudaModuleVersion = SUBLINEAR_CUDA_MODULE_VERSION;

/// The one symbol of the module; null for another version.
using CudaModuleEntry = CudaRuntime*(const char* version);
inline constexpr const char* kCudaModuleEntry = "sublinearCudaRuntime";

} // namespace sublinear
