// SPDX-License-Identifier: MIT
#include "core/training/depth.h"

#include "core/schedule/layer_fates.h"

namespace sublinear {

namespace {

Bytes bytesLeft(const Block& layer, const LayerLeft& left)
{
    switch (left.fate) {
    case LayerFate::Kept:
    case LayerFate::Checkpoint:
    case LayerFate::KeptInPart:
        return savedBytes(layer, left.dropped);
    case LayerFate::Boundary:
        return boundaryBytes(layer);
    case LayerFate::Recomputed:
        break;
    }
    return 0;
}

std::vector<LayerLeft> leftByLaw(const PolicySpec& spec, TensorGroups dropped, Count layers)
{
    std::vector<LayerLeft> left;
    for (const LayerFate fate : layerFates(spec, layers)) {
        left.push_back({ fate == LayerFate::Kept && dropped != kNoGroup ? LayerFate::KeptInPart : fate, dropped });
    }
    return left;
}

} // namespace

std::vector<LayerStore> layerStores(const TrainingStack& stack, const PolicySpec& spec, std::span<const Run> runs)
{
    std::vector<LayerStore> stores;
    stores.reserve(static_cast<std::size_t>(stack.layers));
    const std::vector<LayerLeft> lefts =
        hasLaw(spec.id) ? leftByLaw(spec, droppedBy(stack, spec), stack.layers) : layersLeft(runs, false, stack.layers);
    for (const LayerLeft& left : lefts) {
        const Block& layer = stack.chain.layer(static_cast<Count>(stores.size()) + 1);
        stores.push_back({ left.fate, bytesLeft(layer, left), savedBytes(layer) });
    }
    return stores;
}

} // namespace sublinear
