// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/memory.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/slab.h"

#include <vector>

namespace sublinear {

/// A slab for a plan, with so many bytes behind it. Refused (OutOfMemory): more than the system
/// gives; the message names what of the plan holds how much.
Result<Slab> slabFor(const RunPlan& plan, Bytes behind = 0);

/// A plan's memory in one slab, everything where the plan put it.
class SlabMemory final : public Memory {
public:
    struct Options {
        bool poison = false; ///< fill storages when they come and when they go
        bool refuse = true; ///< a slab smaller than the plan; false: let it run short
    };
    /// Keeps references to both. Refused (WouldNotFit) before anything runs: a slab smaller than the plan.
    static Status fits(const RunPlan& plan, Bytes bytes);
    SlabMemory(const RunPlan& plan, Slab& slab, Options options);

    [[nodiscard]] std::byte* state(StateKind kind, ParameterId parameter) override;
    Status allocate(StorageId storage) override;
    void free(StorageId storage) override;
    [[nodiscard]] std::byte* at(StorageId storage) override;
    void reset() override;

private:
    void poison(StorageId storage);

    const RunPlan& m_plan;
    Slab& m_slab;
    Options m_options;
    std::vector<bool> m_alive; ///< by storage
};

} // namespace sublinear
