// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/policy/policy.h"
#include "core/scenario/resolve.h"

#include <optional>

namespace sublinear {

/// What a scenario says of one policy and its number. As slow as planning it; empty where it has no such plan.
std::optional<SweepRow> foretold(const PolicySpec& spec, const ResolvedScenario& scenario);

} // namespace sublinear
