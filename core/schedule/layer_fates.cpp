// SPDX-License-Identifier: MIT
#include "core/schedule/layer_fates.h"

namespace sublinear {

namespace {

LayerLeft leftBy(const Run& run, bool keptIsCheckpoint)
{
    if (!run.keeps) {
        return { run.inputStays ? LayerFate::Boundary : LayerFate::Recomputed, kNoGroup };
    }
    if (run.dropped != kNoGroup) {
        return { LayerFate::KeptInPart, run.dropped };
    }
    return { keptIsCheckpoint ? LayerFate::Checkpoint : LayerFate::Kept, kNoGroup };
}

} // namespace

std::vector<LayerLeft> layersLeft(std::span<const Run> runs, bool keptIsCheckpoint, Count layers)
{
    std::vector<LayerLeft> left(static_cast<std::size_t>(layers));
    for (const Run& run : runs) {
        if (run.act == Act::Head) {
            break;
        }
        if (run.act == Act::Forward) {
            for (Count i = 0; i < run.count; ++i) {
                left[static_cast<std::size_t>(run.first - 1 + i)] = leftBy(run, keptIsCheckpoint);
            }
        }
    }
    return left;
}

} // namespace sublinear
