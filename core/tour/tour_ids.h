// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"

#include <string>

namespace sublinear {

/// Whether a component's id names something that this evaluation has: "kind:checkpoints", "tensor:qkv", "k:5",
/// "policy:segments:1", "card:memory", "field:workload.batch", "verdict", "table", "measure". Which cards there are
/// only the window knows.
Status checkComponentId(const std::string& id, const Evaluation& evaluation);

} // namespace sublinear
