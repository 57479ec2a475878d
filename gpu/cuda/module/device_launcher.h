// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/launch_shape.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/cuda/module/products.h"
#include "gpu/cuda/module/real_runtime.h"

namespace sublinear::cuda {

template <class Body> __global__ void __launch_bounds__(kBlockThreads) threadsKernel(Body body, std::int64_t count)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        body(i);
    }
}

// All threads of a warp have the same item, and so leave the loop together. Two blocks a multiprocessor are
// asked for, which is 128 registers: left to itself ptxas goes for three on some devices, and spills.
template <class Body> __global__ void __launch_bounds__(kBlockThreads, 2) warpsKernel(Body body, std::int64_t count)
{
    const std::int64_t warps = blockDim.x / kernels::kLanes;
    const std::int64_t own = threadIdx.x / kernels::kLanes;
    for (std::int64_t i = blockIdx.x * warps + own; i < count; i += gridDim.x * warps) {
        body.template run<kernels::WarpLanes>(i);
    }
}

// All threads of a block have the same item. What it shares is free for the next behind its last barrier.
template <class Body> __global__ void __launch_bounds__(kTeamThreads, 1) teamsKernel(Body body, std::int64_t count)
{
    __shared__ typename Body::Shared shared;
    for (std::int64_t i = blockIdx.x; i < count; i += gridDim.x) {
        body.template run<BlockTeam>(i, shared);
    }
}

/// Puts bodies on a stream of the device in use.
class DeviceLauncher {
public:
    DeviceLauncher(const CudaWork& work, Products& products, int multiprocessors)
        : m_work(work)
        , m_products(products)
        , m_multiprocessors(multiprocessors)
    {
    }

    template <class Body> void threads(std::int64_t count, const Body& body)
    {
        if (m_code == CudaCode::Success && count > 0) {
            const LaunchShape shape = threadsShape(count, m_multiprocessors);
            threadsKernel<<<shape.blocks, shape.threads, 0, streamOf(m_work.stream)>>>(body, count);
            m_code = codeOf(cudaGetLastError());
        }
    }

    template <class Body> void warps(std::int64_t count, const Body& body)
    {
        if (m_code == CudaCode::Success && count > 0) {
            const LaunchShape shape = warpsShape(count, m_multiprocessors);
            warpsKernel<<<shape.blocks, shape.threads, 0, streamOf(m_work.stream)>>>(body, count);
            m_code = codeOf(cudaGetLastError());
        }
    }

    template <class Body> void teams(std::int64_t count, const Body& body)
    {
        if (m_code == CudaCode::Success && count > 0) {
            const LaunchShape shape = teamsShape(count, m_multiprocessors);
            teamsKernel<<<shape.blocks, shape.threads, 0, streamOf(m_work.stream)>>>(body, count);
            m_code = codeOf(cudaGetLastError());
        }
    }

    void multiply(const Product& product)
    {
        if (m_code == CudaCode::Success) {
            m_code = m_products.multiply(product, m_work);
        }
    }

    void copy(void* to, const void* from, std::int64_t bytes)
    {
        if (m_code == CudaCode::Success) {
            m_code = codeOf(cudaMemcpyAsync(
                to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, streamOf(m_work.stream)));
        }
    }

    [[nodiscard]] double* parts() const { return m_work.parts; }
    [[nodiscard]] double* sum() const { return m_work.sum; }
    [[nodiscard]] bool tensorCores() const { return m_work.tensorCores; }
    [[nodiscard]] CudaCode code() const { return m_code; }

private:
    const CudaWork& m_work;
    Products& m_products;
    int m_multiprocessors;
    CudaCode m_code = CudaCode::Success;
};

} // namespace sublinear::cuda
