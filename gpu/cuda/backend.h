// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/session.h"
#include "gpu/run/interpret.h"
#include "gpu/run/op_calls.h"

namespace sublinear {

/// Whether a device of that compute capability computes in bf16.
inline bool hasBf16(const CudaDeviceInfo& device)
{
    return device.major >= 8;
}

/// Whether CUDA has a kernel for every operation of the program and the device every type in it. Refused by name.
Status canRunOnCuda(const Program& program, const CudaDeviceInfo& device);

/// Executes a plan's operations on a device: puts them on the session's stream, in whatever memory
/// it is given. An error of one may come out of a later call. Keeps references.
class CudaBackend {
public:
    CudaBackend(const RunPlan& plan, Memory& memory, const CudaSession& session);

    /// Before the operations of a step: gradients to zero. The first is number 1.
    Status beginStep(std::int64_t trainingStep);
    /// After them: waits, and takes over the loss.
    Status endStep();

    Status allocate(StorageId storage) { return m_memory.allocate(storage); }
    Status run(std::size_t op);
    void free(StorageId storage) { m_memory.free(storage); }

    [[nodiscard]] OpCalls& calls() { return m_calls; } ///< pointers are the device's
    [[nodiscard]] double loss() const { return m_loss; }
    /// Whether the loss and every gradient are numbers.
    [[nodiscard]] Result<bool> finite();

private:
    const RunPlan& m_plan;
    Memory& m_memory;
    const CudaSession& m_session;
    OpCalls m_calls;
    double m_loss = 0.0;
};

} // namespace sublinear
