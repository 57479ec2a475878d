// SPDX-License-Identifier: MIT
#include "gpu/cuda/session.h"

#include "gpu/cuda/kernels/launcher.h"
#include "gpu/run/run_error.h"

#include <string>
#include <utility>

namespace sublinear {

namespace {

// Hopper's products want 32 MiB; on older devices more than 4 changes nothing.
constexpr Bytes kWorkspace = Bytes { 4 } << 20;
constexpr Bytes kHopperWorkspace = Bytes { 32 } << 20;
constexpr int kHopper = 9;

constexpr std::int64_t kSums = cuda::kSumParts + 2; // parts, the loss, a count

} // namespace

CudaSession::CudaSession(CudaRuntime& runtime, int device)
    : m_runtime(runtime)
    , m_device(device)
{
}

Result<std::unique_ptr<CudaSession>> CudaSession::open(CudaRuntime& runtime, int device)
{
    std::unique_ptr<CudaSession> session(new CudaSession(runtime, device)); // NOLINT: the constructor is private
    if (Status status = session->start(device); !status) {
        return status.error();
    }
    return session;
}

Status CudaSession::start(int device)
{
    const std::string name = "cuda:" + std::to_string(device);
    if (Status status = check(m_runtime.useDevice(device), name); !status) {
        return status;
    }
    if (Status status = check(m_runtime.deviceInfo(device, m_info), name); !status) {
        return status;
    }
    if (Status status = check(m_runtime.createStream(m_work.stream), name + ": a stream"); !status) {
        return status;
    }
    m_work.workspaceBytes = m_info.major >= kHopper ? kHopperWorkspace : kWorkspace;
    if (Status status =
            check(m_runtime.allocate(m_work.workspaceBytes, m_work.workspace), name + ": the workspace of products");
        !status) {
        return status;
    }
    void* sums = nullptr;
    if (Status status = check(m_runtime.allocate(kSums * static_cast<Bytes>(sizeof(double)), sums), name + ": sums");
        !status) {
        return status;
    }
    m_sums = static_cast<double*>(sums);
    m_work.parts = m_sums;
    m_work.sum = m_sums + cuda::kSumParts;
    return check(m_runtime.openProducts(), name + ": cuBLASLt");
}

// What fails here has failed before: a lost device frees nothing.
CudaSession::~CudaSession()
{
    m_runtime.free(m_sums);
    m_runtime.free(m_work.workspace);
    if (m_work.stream.handle != nullptr) {
        m_runtime.destroyStream(m_work.stream);
    }
}

CudaWork CudaSession::countingWork() const
{
    CudaWork work = m_work;
    work.sum = m_work.sum + 1;
    return work;
}

Bytes CudaSession::ownBytes() const
{
    return m_work.workspaceBytes + kSums * static_cast<Bytes>(sizeof(double));
}

Status CudaSession::check(CudaCode code, std::string_view doing) const
{
    if (code == CudaCode::Success) {
        return success();
    }
    CudaFailure failure = classify(code);
    static_cast<void>(m_runtime.lastError()); // forgets it, unless it is one that stays
    if (failure == CudaFailure::Refused && m_runtime.free(nullptr) != CudaCode::Success) {
        failure = CudaFailure::Fault;
    }
    const std::string text = std::string(doing) + ": " + codeText(code, m_runtime.nameOf(code));
    switch (failure) {
    case CudaFailure::NoDevice:
        return runError(FaultClass::NoDevice, text + ": " + std::string(noDeviceReason(code)));
    case CudaFailure::OutOfMemory:
        return runError(FaultClass::OutOfMemory, text);
    case CudaFailure::Fault:
        return runError(FaultClass::DeviceFault, text + "; the device cannot be used any more by this process");
    case CudaFailure::None:
    case CudaFailure::Refused:
        break;
    }
    return runError(FaultClass::Refused, text);
}

Status CudaSession::finish(std::string_view doing) const
{
    return check(m_runtime.synchronise(m_work.stream), doing);
}

Status CudaSession::toHost(void* to, const void* from, Bytes bytes, std::string_view what) const
{
    Status status = check(m_runtime.copy(to, from, bytes, CudaCopy::ToHost, m_work.stream), what);
    return status ? finish(what) : status;
}

Status CudaSession::toDevice(void* to, const void* from, Bytes bytes, std::string_view what) const
{
    Status status = check(m_runtime.copy(to, from, bytes, CudaCopy::ToDevice, m_work.stream), what);
    return status ? finish(what) : status;
}

Result<CudaBlock> CudaBlock::allocate(const CudaSession& session, Bytes bytes, std::string_view what)
{
    void* memory = nullptr;
    const CudaCode code = session.runtime().allocate(bytes, memory);
    if (code != CudaCode::Success) {
        Bytes free = 0;
        Bytes total = 0;
        const Error error = session.check(code, what).error();
        const bool known = session.runtime().memory(free, total) == CudaCode::Success;
        return Error { error.message + ": " + std::to_string(bytes) + " bytes"
                + (known ? ", and the device has " + std::to_string(free) + " of " + std::to_string(total) + " left"
                         : std::string()),
            error.field };
    }
    CudaBlock block;
    block.m_runtime = &session.runtime();
    block.m_data = static_cast<std::byte*>(memory);
    block.m_bytes = bytes;
    return block;
}

CudaBlock::CudaBlock(CudaBlock&& other) noexcept
    : m_runtime(std::exchange(other.m_runtime, nullptr))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_bytes(std::exchange(other.m_bytes, 0))
{
}

CudaBlock& CudaBlock::operator=(CudaBlock&& other) noexcept
{
    std::swap(m_runtime, other.m_runtime);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

CudaBlock::~CudaBlock()
{
    if (m_runtime != nullptr) {
        m_runtime->free(m_data);
    }
}

} // namespace sublinear
