// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/law.h"
#include "core/schedule/schedule.h"

#include <span>

namespace sublinear {

/// What the forward pass of a schedule leaves of one layer for the backward pass.
struct LayerLeft {
    LayerFate fate = LayerFate::Kept;
    TensorGroups dropped = kNoGroup; ///< of the saved set, where that stays
};

/// One entry per layer, first layer first. A state that is made again later counts for nothing
/// here: it is not there when the loss is reached.
std::vector<LayerLeft> layersLeft(std::span<const Run> runs, bool keptIsCheckpoint, Count layers);

} // namespace sublinear
