// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulate/layer_model.h"

#include <vector>

namespace sublinear {

/// What the search works on: one layer, or a group of neighbours of one kind that share
/// their fate, with the bytes and FLOPs of each thing that can be done to it.
struct Element {
    struct Cost {
        Wide peak = 0; ///< relative to before
        Wide after = 0;
        Flops flops = 0; ///< run again
    };
    struct Keeping { ///< by option
        Cost forward;
        Cost through; ///< recomputed, output wanted
        Cost last; ///< recomputed, output not wanted
        Cost backward;
    };
    Count layers = 1;
    std::vector<Keeping> options;
    Cost drop; ///< forward, the input stays
    Cost pass; ///< forward, the input goes
    Cost advance; ///< the same, run again
    Cost advancePass;
};

/// The chain cut into groups of at most `group` layers. Elements of one kind and size share
/// their numbers.
struct ElementChain {
    std::vector<Element> kinds;
    std::vector<std::uint8_t> order; ///< kind of each element, first element first
    std::vector<Count> firstLayer; ///< of each element
    std::vector<TensorGroups> options; ///< what each option drops
    bool grouped = false;
};
ElementChain elementsOf(
    const LayerModel& model, const StepTable& table, std::vector<TensorGroups> options, Count group);

} // namespace sublinear
