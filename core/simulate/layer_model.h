// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/transformer.h"
#include "core/program/lower.h"
#include "core/simulate/step_profile.h"

#include <array>
#include <span>

namespace sublinear {

/// Every way in which a step can stand in a schedule.
enum class Form : std::uint8_t {
    ForwardKeep,
    ForwardDrop, ///< the input stays
    ForwardPass, ///< the input goes too
    RecomputeThrough, ///< saved set and output
    RecomputeLast, ///< saved set alone
    Advance, ///< output alone, the input stays
    AdvancePass,
    Backward, ///< of a layer kept since its forward
    BackwardRecomputed, ///< of a layer run again from a state that the forward pass had left
    BackwardInner, ///< of a layer run again from an input that was itself made again
    Alone, ///< RecomputeLast and BackwardRecomputed
    AloneInner, ///< RecomputeLast and BackwardInner
};
inline constexpr std::size_t kForms = 12;

/// A model at the level of layers: what each step of each kind of layer does to memory.
/// Simulating a schedule with it gives what the whole program's simulation gives.
struct LayerModel {
    using FormProfiles = std::array<StepProfile, kForms>;

    Count layers = 0;
    std::vector<std::uint8_t> layerKinds; ///< first layer first
    std::vector<Count> sameUp; ///< by layer - 1: how many from it upwards are of its kind
    std::vector<Count> sameDown; ///< and downwards
    std::array<std::vector<FormProfiles>, kGroupSets> profiles; ///< by dropped groups, then kind
    StepProfile embed;
    StepProfile head;
    StepProfile embedBackward;
    StepProfile optimizer;
    Affine boundary; ///< x
    std::vector<Affine> saved; ///< by kind: A with nothing dropped
    bool proportional = false; ///< nothing but the optimizer's bytes stays the same at every batch
};

/// `dropped` lists the sets of groups that schedules to come may name.
Result<LayerModel> makeLayerModel(
    const ResolvedScenario& scenario, const LowerOptions& options, std::span<const TensorGroups> dropped);

/// The model at one batch, as plain numbers: what sweeps run on.
struct StepTable {
    struct Entry {
        Wide peak = 0; ///< highest while it runs, relative to before
        Wide after = 0;
        std::size_t peakMoment = 0;
        Flops recomputeFlops = 0; ///< per sequence
    };
    using Forms = std::array<Entry, kForms>;
    Count batch = 1;
    std::array<std::vector<Forms>, kGroupSets> forms; ///< by dropped groups, then kind
    Entry embed;
    Entry head;
    Entry embedBackward;
    Entry optimizer;
};
StepTable tableAt(const LayerModel& model, Count batch);

/// Where the peak of a schedule is.
struct LayerPeak {
    Wide bytes = 0;
    std::size_t run = 0; ///< index of the run
    Count step = 0; ///< and of the layer in it
    Flops recomputeFlops = 0; ///< of the whole schedule, per sequence
};
LayerPeak simulateRuns(const LayerModel& model, const StepTable& table, std::span<const Run> runs);

/// FLOPs of a schedule per sequence.
struct RunFlops {
    Flops forward = 0;
    Flops recompute = 0;
    Flops backward = 0;
};
RunFlops flopsOf(const LayerModel& model, std::span<const Run> runs);

/// The line of the moment at which the peak stands: by it the total grows with the batch as
/// long as the peak stays there.
Affine lineAtPeak(const LayerModel& model, const StepTable& table, std::span<const Run> runs, const LayerPeak& peak);

/// Largest batch up to `limit` for which the peak is within `budget`; 0 if one sequence is over
/// it. `table` and `peak` are those of the runs at some batch: the search starts from there.
Count largestBatch(const LayerModel& model, std::span<const Run> runs, const StepTable& table, const LayerPeak& peak,
    Bytes budget, Count limit);

} // namespace sublinear
