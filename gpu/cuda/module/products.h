// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/product.h"
#include "gpu/cuda/runtime.h"

#include <array>
#include <cublasLt.h>
#include <map>
#include <string>
#include <vector>

namespace sublinear::cuda {

/// Matrix products by cuBLASLt, which is loaded when it is first needed. Each shape has one
/// algorithm, chosen the first time and used ever after, so that a recomputation gives the bits of the
/// first computation; none splits a sum over blocks that are then added. fp32 products are fp32: no TF32. Sums of bf16
/// products are fp32.
///
/// A bias is added by the product's epilogue, the same wherever it is computed. GELU is not: a policy that drops GELU
/// alone computes it again by our kernel, and the bits of cuBLASLt's are others.
class Products {
public:
    Products() = default;
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;
    ~Products();

    /// Loads the library and makes its handle on the device in use.
    CudaCode open();
    CudaCode multiply(const Product& product, const CudaWork& work);
    /// A line for each shape: its extents, the algorithm's number and what it takes.
    [[nodiscard]] const std::vector<std::string>& chosen() const { return m_log; }

private:
    struct Api;
    struct Plan {
        cublasLtMatmulDesc_t operation = nullptr;
        cublasLtMatrixLayout_t a = nullptr;
        cublasLtMatrixLayout_t b = nullptr;
        cublasLtMatrixLayout_t c = nullptr;
        cublasLtMatmulAlgo_t algorithm {};
    };
    using Key = std::array<std::int64_t, 18>;

    CudaCode planOf(const Product& product, const CudaWork& work, Plan*& plan);
    CudaCode describe(const Product& product, Plan& plan);
    CudaCode choose(const Product& product, const CudaWork& work, const Key& key, Plan& plan);
    void destroy(Plan& plan);

    Api* m_api = nullptr;
    cublasLtHandle_t m_handle = nullptr;
    std::map<Key, Plan> m_plans;
    std::vector<std::string> m_log;
};

} // namespace sublinear::cuda
