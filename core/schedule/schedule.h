// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sublinear {

/// What one step of a training step does.
enum class Act : std::uint8_t {
    Embed, ///< tokens to x_0
    Forward, ///< a layer; keeps its saved set, or drops it
    Head, ///< x_N to the loss and back to dx_N
    Recompute, ///< a layer's forward again, for its saved set or for its output
    Backward, ///< a layer; rebuilds what its saved set lacks
    EmbedBackward,
    OptimizerStep
};
std::string_view toText(Act act); ///< "forward"

/// One step. Nothing says when memory is freed: a tensor lives until its last reader, and
/// what is made again later need not live until then.
struct Step {
    Act act = Act::Forward;
    bool keeps = false; ///< Forward and Recompute: the saved set stays until Backward
    bool output = true; ///< Recompute: the next layer's input is wanted too
    TensorGroups dropped = kNoGroup; ///< left out of what is kept, rebuilt by Backward
    Count layer = 0; ///< 1..N; 0 where no layer is meant
    bool operator==(const Step&) const = default;
};

/// Equal steps of neighbouring layers: upwards, or downwards for Backward. Where Backward
/// recomputes, each layer has two steps.
struct Run {
    Act act = Act::Forward;
    bool keeps = false;
    bool output = true;
    bool inputStays = true; ///< someone reads the layer's input after this step
    TensorGroups dropped = kNoGroup;
    Count first = 0;
    Count count = 1; ///< layers
    bool recomputes = false; ///< Backward: a step before each recomputes that layer's saved set
};

/// The steps of one training step over N layers.
struct Schedule {
    Count layers = 0;
    bool keptIsCheckpoint = false; ///< layers kept in full serve the recomputation of others (article)
    std::vector<Run> runs;
};

std::vector<Step> stepsOf(const Schedule& schedule);

} // namespace sublinear
