// SPDX-License-Identifier: MIT
#include "gpu/cuda/module/module_runtime.h"

#include "gpu/cuda/kernels/dispatch.h"
#include "gpu/cuda/module/device_launcher.h"

namespace sublinear::cuda {

CudaCode ModuleRuntime::openProducts()
{
    int count = 0;
    const CudaCode code = codeOf(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device()));
    m_multiprocessors = count;
    return code == CudaCode::Success ? m_products.open() : code;
}

CudaCode ModuleRuntime::run(const OpCall& call, const CudaWork& work)
{
    const KernelFunction<DeviceLauncher> kernel = kernelOf<DeviceLauncher>(call);
    if (kernel == nullptr) {
        return CudaCode::InvalidValue;
    }
    DeviceLauncher launcher(work, m_products, m_multiprocessors);
    kernel(call, launcher);
    return launcher.code();
}

CudaCode ModuleRuntime::addNotFinite(const float* values, Count count, const CudaWork& work)
{
    DeviceLauncher launcher(work, m_products, m_multiprocessors);
    countNotFinite(launcher, values, count);
    return launcher.code();
}

} // namespace sublinear::cuda
