// SPDX-License-Identifier: MIT
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/run/cpu_backend.h"

namespace sublinear {

Kernels ownKernels(Precision precision)
{
    return precision == Precision::Double ? Kernels(runOnCpu<double>) : Kernels(runOnCpu<float>);
}

} // namespace sublinear
