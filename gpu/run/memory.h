// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/state_layout.h"

#include <cstddef>

namespace sublinear {

/// Where a run's tensors stand. What stays is there from the start; storages come and go with the
/// operations.
class Memory {
public:
    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    Memory(Memory&&) = delete;
    Memory& operator=(Memory&&) = delete;
    virtual ~Memory() = default;

    [[nodiscard]] virtual std::byte* state(StateKind kind, ParameterId parameter) = 0;
    virtual Status allocate(StorageId storage) = 0;
    virtual void free(StorageId storage) = 0;
    [[nodiscard]] virtual std::byte* at(StorageId storage) = 0; ///< null where it is not allocated
    /// Frees every storage: what a run that ended early has left.
    virtual void reset() = 0;
};

/// What freed and fresh memory holds where that is asked for: a NaN in every floating-point type,
/// and -1 as an integer, so that nothing can lean on what was there before.
inline constexpr int kPoison = 0xFF;

} // namespace sublinear
