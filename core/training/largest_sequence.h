// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <optional>
#include <span>
#include <vector>

namespace sublinear {

/// The longest sequence, in tokens, with which each row's policy and number still fits at the
/// scenario's batch; 0 where one token does not. Found by simulation (in article accounting by the
/// laws), some milliseconds per row, which is why it is no part of an evaluation. At most as long
/// as the table of learned positions. A row of `optimal` keeps its own schedule, as it does for the
/// largest batch, whatever a search at another length would find. Empty where a row has no schedule, and for all
/// rows that are simulated where those are too many.
std::vector<std::optional<Count>> largestSequences(const ResolvedScenario& scenario, std::span<const SweepRow> rows);

inline constexpr std::size_t kMostSequenceRows = 2048; // 1000 layers under `optimal` have fewer
/// Whether rows are few enough, for so many layers, to be simulated at one length after the other.
bool simulatesSequences(const ResolvedScenario& scenario, std::span<const SweepRow> rows);

} // namespace sublinear
