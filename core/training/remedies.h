// SPDX-License-Identifier: MIT
#pragma once

#include "core/training/stack.h"

#include <vector>

namespace sublinear {

/// What else to try where no number of the scenario's policy fits: a smaller batch, a shorter
/// sequence, fused attention, a chunked loss, an 8-bit optimizer, states sharded by ZeRO-3 over as
/// few devices as are needed. Each with the total of the row that would be recommended then
/// (with its number, where that is not the chosen one), whether it fits or not. What does not change
/// the bytes of `recommended` is left out. Under `optimal` each is a search: those that fit alone, and of more than
/// 128 layers the smaller batch alone.
std::vector<Alternative> remedies(const TrainingStack& stack, const ResolvedScenario& scenario,
    std::span<const SweepRow> sweep, const SweepRow& recommended, const SweepRow& chosen);

} // namespace sublinear
