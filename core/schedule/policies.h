// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/policy/policy.h"
#include "core/schedule/schedule.h"

#include <span>
#include <string>

namespace sublinear {

/// "attention", "gelu", "norms", "up" as one set; unknown names count for nothing.
TensorGroups tensorGroups(std::span<const std::string> names);
std::vector<std::string> tensorNames(TensorGroups groups); ///< the other way round, in that order

/// The steps of a policy over N layers. A policy's `tensors` are dropped from every saved
/// set, so that selective recomputation combines with each of them. `optimal` is not one of
/// these: it depends on sizes (core/schedule/optimal.h). Refused: a number that the policy
/// lacks or cannot take.
Result<Schedule> makeSchedule(const PolicySpec& spec, Count layers);

/// The same into a used list (cleared first); false where makeSchedule refuses.
bool writeRuns(const PolicySpec& spec, TensorGroups dropped, Count layers, std::vector<Run>& runs);

/// Fewest layer forwards beyond one pass that `slots` states (the input counted) allow:
/// t*l - C(c+t, t-1) with the least t for which C(c+t, t) >= l.
Count revolveExtra(Count layers, Count slots);

} // namespace sublinear
