// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/shape/shape_cost.h"

#include <span>
#include <string>
#include <vector>

namespace sublinear {

/// What a run may take.
struct RunLimits {
    DeviceTraits device;
    DeviceRates rates;
    RunPart part = RunPart::Stack; ///< of the model
    Bytes memoryBytes = 0; ///< free for one point
    double seconds = 0; ///< for all points together
    std::string givenBy; ///< ends the sentence that the seconds are given; for people
    bool dumps = false; ///< each point writes what it takes to compute it again
};

/// What is run for a scenario, and what it is expected to take.
struct ShapeChoice {
    ResolvedScenario requested;
    ResolvedScenario run;
    std::vector<Substitution> substitutions;
    std::vector<PolicySpec> policies; ///< that were asked for
    std::vector<PointCost> points; ///< one for each policy: as it is run, and what it takes
};

/// The scenario's own run if it fits the memory and the time, else a scaled one: first a smaller
/// batch, then a narrower model of equally wide heads, then a shorter sequence, layers last, each
/// as little as it takes. A policy whose number is over the layers that are left takes the last
/// one that it can, a budget the same part of what storing everything holds. Pure. Refused by name: what cannot be run
/// at all, with the memory it would take at its smallest where that is the reason. A point whose
/// budget no schedule keeps is refused alone (PointCost::refused) as long as another is left.
Result<ShapeChoice> chooseShape(
    const ResolvedScenario& requested, std::span<const PolicySpec> policies, const RunLimits& limits);

/// Bytes that measuring a point takes beside its predicted peak: gradients and weights of its own
/// and of store_all to compare, room behind slabs, the process itself.
Bytes bytesBesidePeak(Bytes staticBytes, Bytes peakBytes);

} // namespace sublinear
