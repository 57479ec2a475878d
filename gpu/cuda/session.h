// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cuda/runtime.h"

#include <memory>
#include <string_view>

namespace sublinear {

/// A device in use: its stream, its handle for products, and what operations need beside their
/// tensors. One at a time in a process.
class CudaSession {
public:
    /// Errors: NoDevice with the reason, OutOfMemory.
    static Result<std::unique_ptr<CudaSession>> open(CudaRuntime& runtime, int device);
    CudaSession(const CudaSession&) = delete;
    CudaSession& operator=(const CudaSession&) = delete;
    CudaSession(CudaSession&&) = delete;
    CudaSession& operator=(CudaSession&&) = delete;
    ~CudaSession();

    [[nodiscard]] CudaRuntime& runtime() const { return m_runtime; }
    [[nodiscard]] CudaStream stream() const { return m_work.stream; }
    [[nodiscard]] const CudaWork& work() const { return m_work; }
    [[nodiscard]] CudaWork countingWork() const; ///< with a sum of its own beside the loss
    [[nodiscard]] const CudaDeviceInfo& info() const { return m_info; }
    [[nodiscard]] Bytes ownBytes() const; ///< workspace and sums
    /// Whether attention in bf16 is on tensor cores from now on; at first it has its plain form.
    void useTensorCores(bool use) { m_work.tensorCores = use; }

    /// Success, or an error of the code's class that says what was being done: OutOfMemory lets the
    /// session live, after DeviceFault nothing works any more. A code that is not told apart is a
    /// fault if the device then still fails.
    [[nodiscard]] Status check(CudaCode code, std::string_view doing) const;
    /// Waits for all work.
    [[nodiscard]] Status finish(std::string_view doing) const;
    /// Copies and waits.
    [[nodiscard]] Status toHost(void* to, const void* from, Bytes bytes, std::string_view what) const;
    [[nodiscard]] Status toDevice(void* to, const void* from, Bytes bytes, std::string_view what) const;

private:
    CudaSession(CudaRuntime& runtime, int device);
    Status start(int device);

    CudaRuntime& m_runtime;
    int m_device;
    CudaDeviceInfo m_info;
    CudaWork m_work;
    double* m_sums = nullptr; ///< parts, loss, count
};

/// A block of the device's memory at once.
class CudaBlock {
public:
    CudaBlock() = default;
    /// Whole granules of 256 bytes. Error: OutOfMemory with what the device has left.
    static Result<CudaBlock> allocate(const CudaSession& session, Bytes bytes, std::string_view what);
    CudaBlock(CudaBlock&& other) noexcept;
    CudaBlock& operator=(CudaBlock&& other) noexcept;
    CudaBlock(const CudaBlock&) = delete;
    CudaBlock& operator=(const CudaBlock&) = delete;
    ~CudaBlock();

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] Bytes bytes() const { return m_bytes; }

private:
    CudaRuntime* m_runtime = nullptr;
    std::byte* m_data = nullptr;
    Bytes m_bytes = 0;
};

} // namespace sublinear
