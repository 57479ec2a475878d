// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/policy/policy.h"
#include "gpu/measure/quartiles.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// One operation of a measured step.
struct MeasuredOp {
    std::int64_t index = 0; ///< into the program's operations
    Bytes liveBytes = 0; ///< while it ran, what stays through the step included; granules
    double ns = 0.0; ///< median; 0 where it was not timed
};

/// All operations of one kernel in a step.
struct MeasuredKind {
    std::string_view kernel; ///< "matmul_backward"
    std::int64_t calls = 0; ///< per step
    double ns = 0.0; ///< sum over them of their medians
};

/// A step's time foretold from operations that were timed in another run on the same shape.
struct PredictedStep {
    double ns = 0.0;
    PolicySpec timed; ///< that run's policy
};

/// What was measured for one policy on one shape. Bytes include what stays through the whole
/// step (`staticBytes`: parameters, gradients, AdamW's moments), rounded up to granules of 256.
struct MeasuredPoint {
    PolicySpec policy;
    Bytes predictedPeakBytes = 0; ///< static and placed bytes of exactly the program that ran
    Bytes idealPeakBytes = 0; ///< the same if placing cost nothing
    Bytes staticBytes = 0;
    std::optional<Bytes> touchedBytes; ///< of a slab larger than the prediction, by fill patterns
    std::optional<Bytes> poolHighBytes; ///< every tensor allocated singly: the allocator's high-water mark
    /// ran in a slab of exactly the prediction; with one granule less was refused, and really ran short when not
    std::optional<bool> tightFit;
    /// of the process: high-water mark of a step in a fresh slab, over what it held before any kernel ran
    std::optional<Bytes> rssGrowthBytes;
    std::optional<Bytes> residualBytes; ///< the part of it beyond the slab: what kernels hold
    std::optional<Quartiles> stepNs;
    std::optional<Quartiles> graphStepNs; ///< the same step replayed as a CUDA graph, without gaps between launches
    double outsideNs = 0.0; ///< what a step takes beyond its operations: median
    std::optional<PredictedStep> predictedStep;
    struct Phase {
        std::string_view name; ///< "forward", "recompute", "backward", "optimizer" (zeroing gradients is in it)
        double ns = 0.0; ///< median over the timed steps
    };
    std::vector<Phase> phasesNs;
    std::vector<MeasuredKind> kinds; ///< the slowest first
    std::vector<MeasuredOp> ops;
    std::vector<std::string> products; ///< on a GPU: each shape of a matrix product so far, and its algorithm
    std::optional<bool>
        gradientsIdentical; ///< bit for bit with store_all's: loss, dx0, every gradient, weights after the steps
    double loss = 0.0; ///< of the first step
    bool valid = true; ///< false: NaN or Inf in the loss or in a gradient
    std::string cutShort; ///< what the time allowed has left undone: "4 of 10 steps timed"; empty: nothing
    std::string note; ///< disturbed, cut short, ... ; for people
};

} // namespace sublinear
