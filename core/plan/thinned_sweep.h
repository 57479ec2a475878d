// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <functional>

namespace sublinear {

/// The policy's row at one of its numbers; empty if it has none.
using RowAt = std::function<std::optional<SweepRow>(Count)>;

/// Whether the sweep of the scenario's policy lists not every number.
bool isThinned(const Evaluation& evaluation);

/// Adds to a sweep that lists not every number (sweptNumbers) what it must not lack: the scenario's own
/// number, its candidates, and the number that recomputes least of what fits, of equals the smallest,
/// found by halving between the numbers listed: each slot more takes bytes and spares forwards.
void completeThinned(std::vector<SweepRow>& sweep, const ResolvedScenario& scenario, const RowAt& rowAt);

} // namespace sublinear
