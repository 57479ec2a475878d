// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/gemm.h"
#include "gpu/cuda/error.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/lanes.h"

#include <cstring>
#include <functional>
#include <limits>

namespace sublinear::testing {

/// Runs the bodies of CUDA's kernels on the host, a warp as 32 lanes of one thread, in their order
/// or backwards: no item may depend on another.
class HostLauncher {
public:
    HostLauncher(double* parts, double* sum, bool backwards = false)
        : m_parts(parts)
        , m_sum(sum)
        , m_backwards(backwards)
    {
    }

    /// Asked before every launch, product and copy; it is not done where this is no Success.
    std::function<CudaCode(const char* name)> before;

    template <class Body> void threads(std::int64_t count, const Body& body)
    {
        if (starts("launch", count)) {
            each(count, [&](std::int64_t i) { body(i); });
        }
    }
    template <class Body> void warps(std::int64_t count, const Body& body)
    {
        if (starts("launch", count)) {
            each(count, [&](std::int64_t i) { body.template run<kernels::HostLanes>(i); });
        }
    }
    void multiply(const cuda::Product& product)
    {
        if (!starts("product", product.batches)) {
            return;
        }
        each(product.batches, [&](std::int64_t batch) {
            Gemm<float> one;
            one.m = product.m;
            one.n = product.n;
            one.k = product.k;
            one.a = { product.a.data + batch * product.a.batchStride, product.a.stride, product.a.transposed };
            one.b = { product.b.data + batch * product.b.batchStride, product.b.stride, product.b.transposed };
            one.c = product.c + batch * product.cBatchStride;
            one.cStride = product.cStride;
            one.alpha = product.alpha;
            one.beta = product.beta;
            one.bias = product.bias;
            ownGemm(withBias(one));
        });
    }
    void copy(void* to, const void* from, std::int64_t bytes)
    {
        if (starts("copy", bytes)) {
            std::memcpy(to, from, static_cast<std::size_t>(bytes));
        }
    }
    [[nodiscard]] double* parts() const { return m_parts; }
    [[nodiscard]] double* sum() const { return m_sum; }
    [[nodiscard]] CudaCode code() const { return m_code; }

private:
    bool starts(const char* name, std::int64_t count)
    {
        if (m_code == CudaCode::Success && count > 0 && before) {
            m_code = before(name);
        }
        return m_code == CudaCode::Success && count > 0;
    }
    template <class Visit> void each(std::int64_t count, const Visit& visit) const
    {
        for (std::int64_t i = 0; i < count; ++i) {
            visit(m_backwards ? count - 1 - i : i);
        }
    }
    static Gemm<float> withBias(Gemm<float> product)
    {
        if (product.bias != nullptr) {
            for (std::int64_t i = 0; i < product.m; ++i) {
                std::copy(product.bias, product.bias + product.n, product.c + i * product.cStride);
            }
            product.bias = nullptr;
            product.beta = 1.0F;
        }
        return product;
    }

    double* m_parts;
    double* m_sum;
    bool m_backwards;
    CudaCode m_code = CudaCode::Success;
};

} // namespace sublinear::testing
