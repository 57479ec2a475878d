// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "gpu/cuda/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sublinear {

struct OpCall;

/// A device as CUDA describes it, without a context on it.
struct CudaDeviceInfo {
    std::string name; ///< "NVIDIA H200"
    std::string pciBusId; ///< "0000:1B:00.0"
    int major = 0; ///< compute capability
    int minor = 0;
    int multiprocessors = 0;
    Bytes memoryBytes = 0;
};

/// Handles of CUDA's own; null is none.
struct CudaStream {
    void* handle = nullptr;
};
struct CudaEvent {
    void* handle = nullptr;
};
struct CudaPool {
    void* handle = nullptr;
};

struct CudaGraph {
    void* handle = nullptr;
};

/// What a pool has handed out: now, and at most since the mark was reset.
struct CudaPoolUse {
    Bytes current = 0;
    Bytes high = 0;
};

/// What operations need beside their tensors, all of it in the device's memory.
struct CudaWork {
    CudaStream stream;
    void* workspace = nullptr; ///< of products; 256-byte aligned
    Bytes workspaceBytes = 0;
    double* parts = nullptr; ///< 1024, for sums in the making
    double* sum = nullptr; ///< where the loss is left, or a count
    bool tensorCores = false; ///< whether fused attention in bf16 uses them, or its plain form
};

enum class CudaCopy : std::uint8_t { ToDevice, ToHost, OnDevice };

/// Every call of CUDA that the engine makes. The real one is in the CUDA module; tests put one in
/// its place that fails when told. Nothing throws; every code has to be looked at. Work is put on
/// an explicit stream and may still be running when a call returns; what it runs into comes out
/// of a later call.
class CudaRuntime {
public:
    CudaRuntime() = default;
    CudaRuntime(const CudaRuntime&) = delete;
    CudaRuntime& operator=(const CudaRuntime&) = delete;
    CudaRuntime(CudaRuntime&&) = delete;
    CudaRuntime& operator=(CudaRuntime&&) = delete;
    virtual ~CudaRuntime() = default;

    // Neither of these makes a context.
    [[nodiscard]] virtual CudaCode deviceCount(int& count) = 0;
    [[nodiscard]] virtual CudaCode deviceInfo(int device, CudaDeviceInfo& info) = 0;
    [[nodiscard]] virtual int driverVersion() = 0; ///< of CUDA that the driver speaks: 13000; 0 without a driver
    [[nodiscard]] virtual int runtimeVersion() = 0; ///< that the module was built with
    [[nodiscard]] virtual std::string nameOf(CudaCode code) = 0; ///< "cudaErrorIllegalAddress"

    /// Later calls of this thread mean this device. Makes its context.
    [[nodiscard]] virtual CudaCode useDevice(int device) = 0;
    [[nodiscard]] virtual CudaCode memory(Bytes& free, Bytes& total) = 0;
    [[nodiscard]] virtual CudaCode lastError() = 0; ///< and forget it, unless it is one that stays

    [[nodiscard]] virtual CudaCode createStream(CudaStream& stream) = 0;
    virtual CudaCode destroyStream(CudaStream stream) = 0;
    [[nodiscard]] virtual CudaCode synchronise(CudaStream stream) = 0; ///< waits; what ran into an error says so here

    /// At once and for the whole device; aligned to 256 bytes.
    [[nodiscard]] virtual CudaCode allocate(Bytes bytes, void*& memory) = 0;
    virtual CudaCode free(void* memory) = 0; ///< null does nothing, but tells of an error that stays

    /// A pool of the device in use that gives nothing back until it is destroyed.
    [[nodiscard]] virtual CudaCode createPool(CudaPool& pool) = 0;
    virtual CudaCode destroyPool(CudaPool pool) = 0;
    [[nodiscard]] virtual CudaCode allocateFrom(CudaPool pool, Bytes bytes, CudaStream stream, void*& memory) = 0;
    virtual CudaCode freeTo(void* memory, CudaStream stream) = 0;
    [[nodiscard]] virtual CudaCode poolUse(CudaPool pool, CudaPoolUse& use) = 0;
    [[nodiscard]] virtual CudaCode resetPoolHigh(CudaPool pool) = 0; ///< to what is in use now

    [[nodiscard]] virtual CudaCode fill(void* memory, int byte, Bytes bytes, CudaStream stream) = 0;
    [[nodiscard]] virtual CudaCode copy(
        void* to, const void* from, Bytes bytes, CudaCopy direction, CudaStream stream) = 0;

    /// From now on work on the stream is recorded, and not done; nothing else may be asked of the device until
    /// endCapture, which makes a graph of it, or none with an error. Either leaves the stream as it was.
    [[nodiscard]] virtual CudaCode beginCapture(CudaStream stream) = 0;
    [[nodiscard]] virtual CudaCode endCapture(CudaStream stream, CudaGraph& graph) = 0;
    [[nodiscard]] virtual CudaCode runGraph(CudaGraph graph, CudaStream stream) = 0;
    virtual CudaCode destroyGraph(CudaGraph graph) = 0;

    [[nodiscard]] virtual CudaCode createEvent(CudaEvent& event) = 0;
    virtual CudaCode destroyEvent(CudaEvent event) = 0;
    [[nodiscard]] virtual CudaCode record(CudaEvent event, CudaStream stream) = 0;
    /// Between two recorded events that are over, in milliseconds of about half a microsecond each.
    [[nodiscard]] virtual CudaCode elapsed(CudaEvent begin, CudaEvent end, float& milliseconds) = 0;

    /// Loads cuBLASLt, the first time, for the device in use.
    [[nodiscard]] virtual CudaCode openProducts() = 0;
    /// A line for each shape of a product so far, with the algorithm that it has.
    [[nodiscard]] virtual std::vector<std::string> chosenProducts() = 0;
    /// Puts one operation on the stream. Every pointer in the call is the device's.
    [[nodiscard]] virtual CudaCode run(const OpCall& call, const CudaWork& work) = 0;
    /// *work.sum += how many of the values are NaN or infinite.
    [[nodiscard]] virtual CudaCode addNotFinite(const float* values, Count count, const CudaWork& work) = 0;
};

} // namespace sublinear
