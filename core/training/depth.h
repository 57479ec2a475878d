// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/training/stack.h"

namespace sublinear {

/// What stays of each layer under a policy whose steps are `runs`: by its law where it has one,
/// else by the steps themselves.
std::vector<LayerStore> layerStores(const TrainingStack& stack, const PolicySpec& spec, std::span<const Run> runs);

} // namespace sublinear
