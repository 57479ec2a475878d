// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/runtime.h"

#include <cuda_runtime_api.h>

namespace sublinear::cuda {

inline CudaCode codeOf(cudaError_t error)
{
    return static_cast<CudaCode>(error);
}
inline cudaStream_t streamOf(CudaStream stream)
{
    return static_cast<cudaStream_t>(stream.handle);
}

/// CUDA itself.
class RealRuntime : public CudaRuntime {
public:
    CudaCode deviceCount(int& count) override;
    CudaCode deviceInfo(int device, CudaDeviceInfo& info) override;
    int driverVersion() override;
    int runtimeVersion() override { return CUDART_VERSION; }
    std::string nameOf(CudaCode code) override;
    CudaCode useDevice(int device) override;
    CudaCode memory(Bytes& free, Bytes& total) override;
    CudaCode lastError() override { return codeOf(cudaGetLastError()); }
    CudaCode createStream(CudaStream& stream) override;
    CudaCode destroyStream(CudaStream stream) override;
    CudaCode synchronise(CudaStream stream) override;
    CudaCode allocate(Bytes bytes, void*& memory) override;
    CudaCode free(void* memory) override;
    CudaCode createPool(CudaPool& pool) override;
    CudaCode destroyPool(CudaPool pool) override;
    CudaCode allocateFrom(CudaPool pool, Bytes bytes, CudaStream stream, void*& memory) override;
    CudaCode freeTo(void* memory, CudaStream stream) override;
    CudaCode poolUse(CudaPool pool, CudaPoolUse& use) override;
    CudaCode resetPoolHigh(CudaPool pool) override;
    CudaCode fill(void* memory, int byte, Bytes bytes, CudaStream stream) override;
    CudaCode copy(void* to, const void* from, Bytes bytes, CudaCopy direction, CudaStream stream) override;
    CudaCode beginCapture(CudaStream stream) override;
    CudaCode endCapture(CudaStream stream, CudaGraph& graph) override;
    CudaCode runGraph(CudaGraph graph, CudaStream stream) override;
    CudaCode destroyGraph(CudaGraph graph) override;
    CudaCode createEvent(CudaEvent& event) override;
    CudaCode destroyEvent(CudaEvent event) override;
    CudaCode record(CudaEvent event, CudaStream stream) override;
    CudaCode elapsed(CudaEvent begin, CudaEvent end, float& milliseconds) override;

protected:
    [[nodiscard]] int device() const { return m_device; }

private:
    int m_device = 0;
};

} // namespace sublinear::cuda
