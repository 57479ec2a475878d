// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/gemm.h"
#include "gpu/cuda/error.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/cuda/kernels/team.h"
#include "gpu/kernels/lanes.h"

#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

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

    bool usesTensorCores = false; ///< which are emulated
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
    template <class Body> void teams(std::int64_t count, const Body& body)
    {
        if (starts("launch", count)) {
            each(count, [&](std::int64_t i) {
                auto shared = std::make_unique<typename Body::Shared>();
                std::memset(shared.get(), 0xFF, sizeof *shared); // NaN: nothing may be read that is not loaded
                if (m_backwards) {
                    body.template run<cuda::HostTeam<true>>(i, *shared);
                } else {
                    body.template run<cuda::HostTeam<false>>(i, *shared);
                }
            });
        }
    }
    void multiply(const cuda::Product& product)
    {
        if (!starts("product", product.batches)) {
            return;
        }
        each(product.batches, [&](std::int64_t batch) {
            if (product.factors == ElementType::Bf16) {
                multiplyInBf16(product, batch);
                return;
            }
            Gemm<float> one = shapeOf(product);
            const auto floatsOf = [](const void* data) { return static_cast<const float*>(data); };
            one.a = { floatsOf(product.a.data) + batch * product.a.batchStride, product.a.stride,
                product.a.transposed };
            one.b = { floatsOf(product.b.data) + batch * product.b.batchStride, product.b.stride,
                product.b.transposed };
            one.c = static_cast<float*>(product.c) + batch * product.cBatchStride;
            one.cStride = product.cStride;
            one.bias = floatsOf(product.bias);
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
    [[nodiscard]] bool tensorCores() const { return usesTensorCores; }
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
    static Gemm<float> shapeOf(const cuda::Product& product)
    {
        Gemm<float> one;
        one.m = product.m;
        one.n = product.n;
        one.k = product.k;
        one.alpha = product.alpha;
        one.beta = product.beta;
        return one;
    }
    // Factors as floats, which they are exactly; sums in fp32, rounded once where the result is bf16.
    static void multiplyInBf16(const cuda::Product& product, std::int64_t batch)
    {
        using cuda::Bf16;
        const auto wide = [batch](const cuda::ProductFactor& factor, std::int64_t rows, std::int64_t columns) {
            const auto* from = static_cast<const Bf16*>(factor.data) + batch * factor.batchStride;
            std::vector<float> values(static_cast<std::size_t>(rows * columns));
            for (std::int64_t i = 0; i < rows; ++i) {
                for (std::int64_t j = 0; j < columns; ++j) {
                    values[static_cast<std::size_t>(i * columns + j)] =
                        factor.transposed ? from[j * factor.stride + i] : from[i * factor.stride + j];
                }
            }
            return values;
        };
        const std::vector<float> a = wide(product.a, product.m, product.k);
        const std::vector<float> b = wide(product.b, product.k, product.n);
        std::vector<float> c(static_cast<std::size_t>(product.m * product.n));
        const bool half = product.result == ElementType::Bf16;
        const std::int64_t first = batch * product.cBatchStride;
        const auto forEach = [&](const auto& visit) {
            for (std::int64_t i = 0; i < product.m; ++i) {
                for (std::int64_t j = 0; j < product.n; ++j) {
                    visit(c[static_cast<std::size_t>(i * product.n + j)], first + i * product.cStride + j);
                }
            }
        };
        if (product.beta != 0.0F) { // else nothing of it is read
            forEach([&](float& value, std::int64_t at) {
                value = half ? static_cast<const Bf16*>(product.c)[at] : static_cast<const float*>(product.c)[at];
            });
        }
        Gemm<float> one = shapeOf(product);
        one.a = { a.data(), product.k, false };
        one.b = { b.data(), product.n, false };
        one.c = c.data();
        one.cStride = product.n;
        ownGemm(one);
        forEach([&](float value, std::int64_t at) {
            const std::int64_t column = (at - first) % product.cStride;
            const float sum = product.bias == nullptr ? value
                : half                                ? value + static_cast<const Bf16*>(product.bias)[column]
                                                      : value + static_cast<const float*>(product.bias)[column];
            if (half) {
                static_cast<Bf16*>(product.c)[at] = sum;
            } else {
                static_cast<float*>(product.c)[at] = sum;
            }
        });
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
