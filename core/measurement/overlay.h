// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"
#include "core/scenario/resolve.h"

#include <optional>
#include <span>
#include <vector>

namespace sublinear {

/// Which bytes a chart shows: the whole peak (training accounting), or what comes and goes alone
/// (the executed bytes beside the article's laws).
enum class PeakPart { Whole, WithoutStatic };

/// What a scenario itself says of a policy and its number.
struct OwnPrediction {
    PolicySpec policy;
    Bytes bytes = 0; ///< of the chart's part
    double extraStep = 0; ///< of a step that stores everything
};

/// A measured point as it stands on a scenario's chart.
struct OverlayPoint {
    std::size_t index = 0; ///< into Measurement::points
    PolicySpec policy;
    bool carried = false; ///< another shape ran than the scenario's: drawn hollow
    Bytes measuredBytes = 0; ///< on the shape that ran
    std::optional<Bytes> predictedBytes; ///< of exactly the program that ran
    std::optional<Bytes> bytes; ///< where it stands: (measured / predicted) * the scenario's prediction
    std::optional<Bytes> ownBytes; ///< the scenario's prediction, to which it is joined
    std::optional<double> ownExtraStep;
    /// Time beyond the median of store_all in the same measurement, as a part of that median.
    struct Extra {
        double median = 0;
        std::optional<double> low; ///< by the quartiles
        std::optional<double> high;
    };
    std::optional<Extra> extraStep; ///< empty where the measurement has no store_all
};

/// The points of a measurement that are valid and have a peak, in their order. Where the shape that
/// ran is not the scenario's, a point without a prediction of its own, or of a policy that is not
/// in `own`, has no place on the chart (`bytes` is empty) and keeps what was measured.
std::vector<OverlayPoint> overlayPoints(const Measurement& measurement, const ResolvedScenario& scenario, PeakPart part,
    std::span<const OwnPrediction> own);

/// Whether both have the same model, workload, recipe and sharding: whatever changes a step's
/// memory or time apart from the policy.
bool sameShape(const ResolvedScenario& a, const ResolvedScenario& b);

/// Whether the measurement was asked for by a scenario of another shape than this, and ran on another
/// one too. False where it does not say by which it was asked.
bool isStale(const Measurement& measurement, const ResolvedScenario& scenario);

} // namespace sublinear
