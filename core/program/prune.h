// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"

#include <vector>

namespace sublinear {

/// A forward operation that has to run, and which of its results are wanted.
struct WantedOp {
    std::size_t index = 0;
    SlotSet results = 0;
};

/// The forward operations that make `needed` from `available`, in order: those whose
/// results nobody needs are left out. Early stop and selective recomputation are this.
std::vector<WantedOp> wantedOps(const Block& block, SlotSet available, SlotSet needed);

} // namespace sublinear
