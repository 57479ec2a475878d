// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/cpu_backend.h"

#include <map>
#include <string_view>

namespace sublinear {

/// How far a kernel's fp32 results are from the same kernel's in double precision on the same
/// inputs: the largest difference, as a part of the largest number of the tensor.
using ShadowErrors = std::map<std::string_view, double>;

/// Kernels that compute each operation in fp32 as the CPU does, and beside it in double precision
/// on copies of what it reads. `errors` gets the worst of each kernel; NaN where a result is none.
Kernels shadowedKernels(ShadowErrors& errors);

} // namespace sublinear
