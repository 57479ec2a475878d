// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"
#include "core/plan/evaluation.h"

namespace sublinear {

/// The saved set of one layer tensor by tensor, the input apart.
LayerTensors layerTensors(const Block& layer);

} // namespace sublinear
