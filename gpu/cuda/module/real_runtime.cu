// SPDX-License-Identifier: MIT
#include "gpu/cuda/module/real_runtime.h"

#include <array>
#include <cstdint>
#include <limits>

namespace sublinear::cuda {

namespace {

cudaEvent_t eventOf(CudaEvent event)
{
    return static_cast<cudaEvent_t>(event.handle);
}

cudaMemPool_t poolOf(CudaPool pool)
{
    return static_cast<cudaMemPool_t>(pool.handle);
}

std::size_t sizeOf(Bytes bytes)
{
    return static_cast<std::size_t>(bytes);
}

cudaMemcpyKind kindOf(CudaCopy direction)
{
    switch (direction) {
    case CudaCopy::ToDevice:
        return cudaMemcpyHostToDevice;
    case CudaCopy::ToHost:
        return cudaMemcpyDeviceToHost;
    case CudaCopy::OnDevice:
        break;
    }
    return cudaMemcpyDeviceToDevice;
}

} // namespace

CudaCode RealRuntime::deviceCount(int& count)
{
    count = 0;
    const CudaCode code = codeOf(cudaGetDeviceCount(&count));
    if (code != CudaCode::Success) {
        count = 0;
        static_cast<void>(cudaGetLastError()); // or the next call to look would find it
    }
    return code;
}

CudaCode RealRuntime::deviceInfo(int device, CudaDeviceInfo& info)
{
    cudaDeviceProp properties {};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); error != cudaSuccess) {
        return codeOf(error);
    }
    std::array<char, 32> bus {};
    if (const cudaError_t error = cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device);
        error != cudaSuccess) {
        return codeOf(error);
    }
    info.name = properties.name;
    info.pciBusId = bus.data();
    info.major = properties.major;
    info.minor = properties.minor;
    info.multiprocessors = properties.multiProcessorCount;
    info.memoryBytes = static_cast<Bytes>(properties.totalGlobalMem);
    return CudaCode::Success;
}

int RealRuntime::driverVersion()
{
    int version = 0;
    return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}

std::string RealRuntime::nameOf(CudaCode code)
{
    return static_cast<int>(code) < kCublasCodes ? cudaGetErrorName(static_cast<cudaError_t>(code)) : "";
}

CudaCode RealRuntime::useDevice(int device)
{
    // From CUDA 12 on this makes the context, so that what is wrong with the device is said here.
    const CudaCode code = codeOf(cudaSetDevice(device));
    m_device = code == CudaCode::Success ? device : m_device;
    return code;
}

CudaCode RealRuntime::memory(Bytes& free, Bytes& total)
{
    std::size_t freeSize = 0;
    std::size_t totalSize = 0;
    const CudaCode code = codeOf(cudaMemGetInfo(&freeSize, &totalSize));
    free = static_cast<Bytes>(freeSize);
    total = static_cast<Bytes>(totalSize);
    return code;
}

CudaCode RealRuntime::createStream(CudaStream& stream)
{
    cudaStream_t made = nullptr;
    const CudaCode code = codeOf(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    stream.handle = made;
    return code;
}

CudaCode RealRuntime::destroyStream(CudaStream stream)
{
    return codeOf(cudaStreamDestroy(streamOf(stream)));
}

CudaCode RealRuntime::synchronise(CudaStream stream)
{
    return codeOf(cudaStreamSynchronize(streamOf(stream)));
}

CudaCode RealRuntime::allocate(Bytes bytes, void*& memory)
{
    memory = nullptr;
    return codeOf(cudaMalloc(&memory, sizeOf(bytes)));
}

CudaCode RealRuntime::free(void* memory)
{
    return codeOf(cudaFree(memory));
}

CudaCode RealRuntime::createPool(CudaPool& pool)
{
    cudaMemPoolProps properties {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = m_device;
    cudaMemPool_t made = nullptr;
    if (const cudaError_t error = cudaMemPoolCreate(&made, &properties); error != cudaSuccess) {
        return codeOf(error);
    }
    pool.handle = made;
    std::uint64_t threshold = std::numeric_limits<std::uint64_t>::max();
    return codeOf(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &threshold));
}

CudaCode RealRuntime::destroyPool(CudaPool pool)
{
    return codeOf(cudaMemPoolDestroy(poolOf(pool)));
}

CudaCode RealRuntime::allocateFrom(CudaPool pool, Bytes bytes, CudaStream stream, void*& memory)
{
    memory = nullptr;
    return codeOf(cudaMallocFromPoolAsync(&memory, sizeOf(bytes), poolOf(pool), streamOf(stream)));
}

CudaCode RealRuntime::freeTo(void* memory, CudaStream stream)
{
    return codeOf(cudaFreeAsync(memory, streamOf(stream)));
}

CudaCode RealRuntime::poolUse(CudaPool pool, CudaPoolUse& use)
{
    std::uint64_t current = 0;
    std::uint64_t high = 0;
    if (const cudaError_t error = cudaMemPoolGetAttribute(poolOf(pool), cudaMemPoolAttrUsedMemCurrent, &current);
        error != cudaSuccess) {
        return codeOf(error);
    }
    const CudaCode code = codeOf(cudaMemPoolGetAttribute(poolOf(pool), cudaMemPoolAttrUsedMemHigh, &high));
    use = { static_cast<Bytes>(current), static_cast<Bytes>(high) };
    return code;
}

CudaCode RealRuntime::resetPoolHigh(CudaPool pool)
{
    std::uint64_t zero = 0; // the only value that it may be set to
    return codeOf(cudaMemPoolSetAttribute(poolOf(pool), cudaMemPoolAttrUsedMemHigh, &zero));
}

CudaCode RealRuntime::fill(void* memory, int byte, Bytes bytes, CudaStream stream)
{
    return codeOf(cudaMemsetAsync(memory, byte, sizeOf(bytes), streamOf(stream)));
}

CudaCode RealRuntime::copy(void* to, const void* from, Bytes bytes, CudaCopy direction, CudaStream stream)
{
    return codeOf(cudaMemcpyAsync(to, from, sizeOf(bytes), kindOf(direction), streamOf(stream)));
}

CudaCode RealRuntime::beginCapture(CudaStream stream)
{
    return codeOf(cudaStreamBeginCapture(streamOf(stream), cudaStreamCaptureModeThreadLocal));
}

CudaCode RealRuntime::endCapture(CudaStream stream, CudaGraph& graph)
{
    graph.handle = nullptr;
    cudaGraph_t recorded = nullptr;
    CudaCode code = codeOf(cudaStreamEndCapture(streamOf(stream), &recorded));
    if (code == CudaCode::Success) {
        cudaGraphExec_t ready = nullptr;
        code = codeOf(cudaGraphInstantiate(&ready, recorded, 0));
        graph.handle = ready;
    }
    if (recorded != nullptr) {
        const CudaCode gone = codeOf(cudaGraphDestroy(recorded));
        code = code == CudaCode::Success ? gone : code;
    }
    return code;
}

CudaCode RealRuntime::runGraph(CudaGraph graph, CudaStream stream)
{
    return codeOf(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph.handle), streamOf(stream)));
}

CudaCode RealRuntime::destroyGraph(CudaGraph graph)
{
    return codeOf(cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph.handle)));
}

CudaCode RealRuntime::createEvent(CudaEvent& event)
{
    cudaEvent_t made = nullptr;
    const CudaCode code = codeOf(cudaEventCreate(&made));
    event.handle = made;
    return code;
}

CudaCode RealRuntime::destroyEvent(CudaEvent event)
{
    return codeOf(cudaEventDestroy(eventOf(event)));
}

CudaCode RealRuntime::record(CudaEvent event, CudaStream stream)
{
    return codeOf(cudaEventRecord(eventOf(event), streamOf(stream)));
}

CudaCode RealRuntime::elapsed(CudaEvent begin, CudaEvent end, float& milliseconds)
{
    return codeOf(cudaEventElapsedTime(&milliseconds, eventOf(begin), eventOf(end)));
}

} // namespace sublinear::cuda
