// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/session.h"
#include "gpu/run/memory.h"
#include "gpu/run/run_plan.h"

#include <memory>
#include <vector>

namespace sublinear {

/// A plan's memory in one block of a device, everything where the plan put it. Keeps references.
class CudaSlabMemory final : public Memory {
public:
    /// `poison`: fill storages when they come and when they go.
    CudaSlabMemory(const RunPlan& plan, const CudaSession& session, std::byte* slab, bool poison);

    [[nodiscard]] std::byte* state(StateKind kind, ParameterId parameter) override;
    Status allocate(StorageId storage) override;
    void free(StorageId storage) override;
    [[nodiscard]] std::byte* at(StorageId storage) override;
    void reset() override;

private:
    [[nodiscard]] CudaCode poison(StorageId storage);

    const RunPlan& m_plan;
    const CudaSession& m_session;
    std::byte* m_slab;
    bool m_poison;
    CudaCode m_lost = CudaCode::Success; ///< of a free, which says it at the next allocation
    std::vector<bool> m_alive; ///< by storage
};

/// Every tensor allocated singly from a pool of its own and freed singly, at its operations, on the
/// stream. Sizes come from the shapes that kernels are given. What the pool says of itself is
/// therefore a measurement beside the prediction.
class CudaPoolMemory final : public Memory {
public:
    /// Error: OutOfMemory where there is no room for what stays.
    static Result<std::unique_ptr<CudaPoolMemory>> create(const RunPlan& plan, const CudaSession& session);
    ~CudaPoolMemory() override;
    CudaPoolMemory(const CudaPoolMemory&) = delete;
    CudaPoolMemory& operator=(const CudaPoolMemory&) = delete;
    CudaPoolMemory(CudaPoolMemory&&) = delete;
    CudaPoolMemory& operator=(CudaPoolMemory&&) = delete;

    [[nodiscard]] std::byte* state(StateKind kind, ParameterId parameter) override;
    Status allocate(StorageId storage) override;
    void free(StorageId storage) override;
    [[nodiscard]] std::byte* at(StorageId storage) override;
    void reset() override;

    /// The pool's own figures, after all work on the stream is done.
    [[nodiscard]] Result<CudaPoolUse> use() const;
    /// The high-water mark starts from what is in use now.
    [[nodiscard]] Status resetHigh() const;
    /// What the shapes of the tensors that are alive come to, in granules, the states included.
    [[nodiscard]] Bytes ledgerBytes() const { return m_ledger; }

private:
    CudaPoolMemory(const RunPlan& plan, const CudaSession& session);
    Status start();
    Result<std::byte*> take(Bytes bytes, std::string_view name);
    [[nodiscard]] std::string_view nameOf(StorageId storage) const;
    [[nodiscard]] std::string largestAlive() const;

    const RunPlan& m_plan;
    const CudaSession& m_session;
    CudaPool m_pool;
    CudaCode m_lost = CudaCode::Success;
    std::vector<Bytes> m_needs; ///< by storage
    std::vector<std::byte*> m_blocks; ///< by storage
    std::vector<std::byte*> m_states; ///< by kind and parameter
    Bytes m_ledger = 0;
};

/// Whether the device has room for a plan beside what else is on it. Error: WouldNotFit with the
/// figures, before anything is allocated.
Status fitsOnDevice(const RunPlan& plan, const CudaSession& session);

} // namespace sublinear
