// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/run_plan.h"

#include <string>
#include <vector>

namespace sublinear {

/// What a dump's arrays do not say and whoever computes them again must know, as JSON: the shape, the
/// block, attention, loss, policy and seed, the numbers of the norms, of rotary embeddings and of AdamW, in which order
/// weights lie, the scenario that was run, and the names of the dump's files.
std::string dumpFacts(const RunPlan& plan, const std::vector<std::string>& arrays);

} // namespace sublinear
