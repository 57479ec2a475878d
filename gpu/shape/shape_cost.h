// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/policy/policy.h"
#include "core/scenario/resolve.h"
#include "gpu/shape/run_form.h"

#include <optional>
#include <span>
#include <vector>

namespace sublinear {

/// How fast a device is thought to be.
struct DeviceRates {
    double flopsPerSecond = 20e9; ///< of matrix products
    double bytesPerSecond = 5e9; ///< of what is bound by memory
    double secondsPerOp = 10e-6; ///< to start one
};
/// A guess for a CPU: rates per thread, taken low.
DeviceRates guessedCpuRates(int threads);

/// What measuring one point takes.
struct PointCost {
    PolicySpec policy; ///< as it is run: a budget goes with the shape
    Bytes staticBytes = 0;
    Bytes peakBytes = 0; ///< static bytes included; before placement
    double stepSeconds = 0;
    double seconds = 0; ///< of all steps that a point runs
    /// A budget below every schedule's peak: why it is not run. The bytes are then the least there is, times 0.
    std::optional<Error> refused;
};

/// How many steps a point is run for: memory passes, warm-up, timed ones and the comparison of
/// gradients.
inline constexpr double kStepsPerPoint = 18;

/// What storing everything holds beside the states on the part of a scenario that a measurement
/// runs: what a budget (optimal) is a part of. Refused: over 2^63-1 bytes.
Result<Bytes> storeAllPeak(const ResolvedScenario& scenario, RunPart part = RunPart::Stack);

/// Costs of the policies on one shape, by simulation at the level of layers. Budgets are those of
/// a stack whose store_all holds `budgetsOf` bytes; here they are the same part of this shape's.
/// Refused: what has no number within 2^63-1 bytes, and policies that have no schedule. A budget
/// that no schedule keeps refuses its own point only.
Result<std::vector<PointCost>> pointCosts(
    const ResolvedScenario& scenario, std::span<const PolicySpec> policies, const DeviceRates& rates, Bytes budgetsOf);

} // namespace sublinear
