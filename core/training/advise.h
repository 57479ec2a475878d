// SPDX-License-Identifier: MIT
#pragma once

#include "core/training/rows.h"

namespace sublinear {

/// The recommendation within the scenario's policy, and what else would do: of other policies
/// the row that fits with least extra forward, where that is less or nothing of the own policy
/// fits; for a chosen row that does not fit the largest batch that does; and where nothing of the
/// own policy fits the remedies. `optimal` is left out, as it takes long: see optimalAlternative.
Recommendation adviseTraining(const TrainingStack& stack, TrainingRows& rows, const ResolvedScenario& scenario,
    std::span<const SweepRow> sweep, const SweepRow& chosen);

} // namespace sublinear
