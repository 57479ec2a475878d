// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/module/products.h"
#include "gpu/cuda/module/real_runtime.h"

namespace sublinear::cuda {

/// CUDA itself, with the kernels and the products.
class ModuleRuntime final : public RealRuntime {
public:
    CudaCode openProducts() override;
    std::vector<std::string> chosenProducts() override { return m_products.chosen(); }
    CudaCode run(const OpCall& call, const CudaWork& work) override;
    CudaCode addNotFinite(const float* values, Count count, const CudaWork& work) override;

private:
    Products m_products;
    int m_multiprocessors = 1;
};

} // namespace sublinear::cuda
