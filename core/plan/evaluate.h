// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"

#include <span>

namespace sublinear {

/// The whole answer for one scenario; pure, microseconds but for what needsSearch() names. Refused:
/// what resolve() refuses, a budget that no plan is within, and a total (the chosen one or
/// store-all's) over 2^63-1 bytes.
Result<Evaluation> evaluate(const Scenario& scenario, std::span<const PolicySpec> compared = {});
Result<Evaluation> evaluate(const ResolvedScenario& scenario, std::span<const PolicySpec> compared = {});

/// Rows of this policy come of a search that takes longer than a frame: let a thread do it.
bool needsSearch(PolicyId policy, Count layers);

} // namespace sublinear
