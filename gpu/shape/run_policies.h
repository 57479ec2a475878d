// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/policy/policy.h"
#include "core/scenario/resolve.h"

#include <string_view>
#include <vector>

namespace sublinear {

/// Five policies that span the frontier of a scenario, the chosen one included; store_all, which
/// the others' gradients are compared with, comes first.
std::vector<PolicySpec> defaultPolicies(const ResolvedScenario& scenario);

/// A LIST of the command line as points: a policy without its number stands for all its numbers.
/// Refused: a number that the policy cannot take, `optimal` without a budget, too many points.
Result<std::vector<PolicySpec>> pointPolicies(std::string_view list, const ResolvedScenario& scenario);

inline constexpr std::size_t kMostPoints = 1000;

} // namespace sublinear
