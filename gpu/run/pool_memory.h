// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/memory.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/stop.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// A block from the system's allocator: what a tensor needs, in granules, between two guard bands.
/// An allocator keeps the sum of its blocks and the highest it came to.
class BlockAllocator {
public:
    class Block {
    public:
        [[nodiscard]] std::byte* data() const { return m_bytes.get() + kGranuleBytes; }
        [[nodiscard]] Bytes granuleBytes() const { return m_granuleBytes; }
        [[nodiscard]] bool bandsWhole() const;
        explicit operator bool() const { return m_bytes != nullptr; }

    private:
        friend class BlockAllocator;
        struct Free {
            void operator()(std::byte* bytes) const;
        };
        std::unique_ptr<std::byte[], Free> m_bytes;
        Bytes m_granuleBytes = 0;
    };

    /// Empty if the system gives nothing, or the limit is reached.
    Block allocate(Bytes bytes);
    void free(Block& block);
    void setLimit(Bytes bytes) { m_limit = bytes; }

    [[nodiscard]] Bytes used() const { return m_used; } ///< bands left out
    [[nodiscard]] Bytes highWater() const { return m_high; }

private:
    Bytes m_used = 0;
    Bytes m_high = 0;
    std::optional<Bytes> m_limit;
};

/// Every tensor allocated singly and freed singly, at its operations. Sizes come from the shapes
/// that kernels are given, not from the plan's bytes; the allocator's high-water mark is therefore
/// a measurement beside the prediction. Fresh and freed memory is poisoned.
class PoolMemory final : public Memory {
public:
    /// Refused (OutOfMemory): no room for what stays. Error (Cancelled, Timeout): `stop`, if not null, says so.
    static Result<std::unique_ptr<PoolMemory>> create(
        const RunPlan& plan, std::optional<Bytes> limit = std::nullopt, Stop* stop = nullptr);

    [[nodiscard]] std::byte* state(StateKind kind, ParameterId parameter) override;
    Status allocate(StorageId storage) override;
    void free(StorageId storage) override;
    [[nodiscard]] std::byte* at(StorageId storage) override;
    void reset() override;

    [[nodiscard]] Bytes usedBytes() const { return m_allocator.used(); } ///< in granules, the states included
    [[nodiscard]] Bytes highWaterBytes() const { return m_allocator.highWater(); }
    [[nodiscard]] Bytes stateBytes() const { return m_stateBytes; } ///< of them, the states
    [[nodiscard]] Bytes liveBytes() const { return m_live; } ///< of storages, not rounded up
    /// The tensor or weight whose guard band was written to, among those that an operation is given
    /// (a step asks after each of them, so that all of them together cost what the step does), or
    /// among all that are there or were freed since the start; empty if all are whole.
    [[nodiscard]] std::optional<std::string> brokenBand(std::size_t op) const;
    [[nodiscard]] std::optional<std::string> brokenBand() const;

private:
    explicit PoolMemory(const RunPlan& plan);
    [[nodiscard]] Error outOfMemory(std::string_view name, Bytes bytes) const;
    [[nodiscard]] std::string_view nameOf(StorageId storage) const;
    [[nodiscard]] std::optional<std::string> brokenStorage(StorageId storage) const;
    [[nodiscard]] std::optional<std::string> brokenState(ParameterId parameter) const;

    const RunPlan& m_plan;
    BlockAllocator m_allocator;
    std::vector<Bytes> m_needs; ///< by storage: its largest tensor as the shapes say
    std::vector<BlockAllocator::Block> m_blocks; ///< by storage
    std::vector<std::array<BlockAllocator::Block, kStateKinds.size()>> m_states; ///< by parameter
    Bytes m_stateBytes = 0;
    Bytes m_live = 0;
    std::optional<std::string> m_broken; ///< found as it was freed
};

} // namespace sublinear
