// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/policy/policy.h"

namespace sublinear {

/// What a law says of N layers, as multiples of `act` (one layer's saved set) and of
/// `x` (one layer's input, B*S*D*dtype). The three parts are disjoint.
struct LawUnits {
    Count keptActs = 0; ///< layers (or article checkpoints) kept in full
    Count keptInputs = 0; ///< boundaries kept
    Count liveActs = 0; ///< the recomputed segment, in layers
    Count liveInputs = 0; ///< boundaries inside the recomputed segment (two_level)
    Count recomputedLayers = 0; ///< layer forwards run again in one step, of N
    bool keptIsCheckpoint = false; ///< what is kept serves recomputation, so it counts as checkpoints
};

/// The laws in article accounting: store_all, article, segments, every_nth, first_m, two_level.
/// Empty for policies that have no closed law, and for numbers out of range.
std::optional<LawUnits> lawUnits(const PolicySpec& spec, Count layers);

/// Whether a policy has a closed law at all.
bool hasLaw(PolicyId id);

/// First and last number that a sweep visits (K: 1..N, m: 0..N); last < first where there is none to visit.
struct NumberRange {
    Count first;
    Count last;
};
NumberRange numberRange(PolicyId id, Count layers);

/// The numbers that a sweep visits, ascending: all of them but for revolve, whose schedules grow with
/// the layers: of more than kMostSlotsSwept the first half of those, and as many evenly behind.
std::vector<Count> sweptNumbers(PolicyId id, Count layers);
inline constexpr Count kMostSlotsSwept = 1024;

/// What happens to one layer's saved set under a policy.
enum class LayerFate {
    Kept, ///< saved set stays from forward to backward
    Checkpoint, ///< saved set stays and serves the recomputation of the layers before it (article)
    Boundary, ///< only the input stays; recomputed
    Recomputed, ///< nothing stays; recomputed
    KeptInPart ///< saved set stays without named tensors, which are made again (no law has this)
};
/// One entry per layer, first layer first. Empty where lawUnits() is.
std::vector<LayerFate> layerFates(const PolicySpec& spec, Count layers);

} // namespace sublinear
