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

/// How fast a device is thought to be, all its threads together.
struct DeviceRates {
    double flopsPerSecond = 20e9; ///< of matrix products
    double bytesPerSecond = 5e9; ///< of what is bound by memory
    double secondsPerOp = 10e-6; ///< to start one
    double freshBytesPerSecond = 1e9; ///< written for the first time: the system gives the pages
    double filledBytesPerSecond = 4e9; ///< filled with a pattern, or looked through
    double numbersPerSecond = 1e8; ///< drawn at random
    double alone = 1; ///< how many times as long a single thread takes
    double tightFitSteps = 1; ///< of the device, all threads together, that the tight fit takes
};
/// A guess for a CPU: rates per thread, taken low.
DeviceRates guessedCpuRates(int threads);

/// Seconds of each pass of a measurement (measure_point.h): its steps, and what surrounds them, as drawing
/// the weights, the system giving pages, filling with patterns and looking, copying what is compared.
struct PassSeconds {
    double reference = 0; ///< of the store_all that points are compared with: the first point has it
    double touched = 0;
    double pool = 0;
    double tightFit = 0;
    double training = 0;
    double timing = 0;
    double dump = 0; ///< of what is written for others to compute again, where that is asked for

    [[nodiscard]] double point() const { return touched + pool + tightFit + training + timing + dump; }
    [[nodiscard]] double total() const { return reference + point(); }
};

/// What the passes of a measurement do.
struct PassWork {
    double stepSeconds = 0;
    Bytes staticBytes = 0;
    Bytes peakBytes = 0; ///< static bytes included
    Bytes comesAndGoes = 0; ///< bytes that a step allocates, one by one and all together
};
PassSeconds passSeconds(const PassWork& work, const DeviceRates& rates, bool dumps);

/// What measuring one point takes.
struct PointCost {
    PolicySpec policy; ///< as it is run: a budget goes with the shape
    Bytes staticBytes = 0;
    Bytes peakBytes = 0; ///< static bytes included; before placement
    double stepSeconds = 0;
    PassSeconds passes;
    /// A budget below every schedule's peak: why it is not run. The bytes are then the least there is, times 0.
    std::optional<Error> refused;

    [[nodiscard]] double seconds() const { return passes.total(); }
};

/// What storing everything holds beside the states on the part of a scenario that a measurement
/// runs: what a budget (optimal) is a part of. Refused: over 2^63-1 bytes.
Result<Bytes> storeAllPeak(const ResolvedScenario& scenario, RunPart part = RunPart::Stack);

/// Costs of the policies on one shape, by simulation at the level of layers. Budgets are those of
/// a stack whose store_all holds `budgetsOf` bytes; here they are the same part of this shape's.
/// Refused: what has no number within 2^63-1 bytes, and policies that have no schedule. A budget
/// that no schedule keeps refuses its own point only.
Result<std::vector<PointCost>> pointCosts(const ResolvedScenario& scenario, std::span<const PolicySpec> policies,
    const DeviceRates& rates, Bytes budgetsOf, bool dumps = false);

} // namespace sublinear
