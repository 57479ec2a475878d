// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/policy/policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// Median and quartiles of `n` timings, in nanoseconds.
struct Quartiles {
    double median = 0.0;
    double p25 = 0.0;
    double p75 = 0.0;
    std::int64_t n = 0;
};
Quartiles quartilesOf(std::vector<double> samples); ///< linear between ranks; n = 0 for none

/// One operation of a measured step.
struct MeasuredOp {
    std::int64_t index = 0; ///< into the program's operations
    Bytes liveBytes = 0; ///< while it ran, what stays through the step included
    double ns = 0.0; ///< median; 0 where it was not timed
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
    std::optional<bool>
        tightFit; ///< ran in a slab of exactly the prediction, and really ran short with one granule less
    std::optional<Bytes> residualBytes; ///< growth of the process's high-water RSS beyond the slab
    std::optional<Quartiles> stepNs;
    struct Phase {
        std::string_view name; ///< "forward", "recompute", "backward", "optimizer"
        double ns = 0.0; ///< median over the timed steps
    };
    std::vector<Phase> phasesNs;
    std::vector<MeasuredOp> ops;
    std::optional<bool>
        gradientsIdentical; ///< bit for bit with store_all's: loss, dx0, every gradient, weights after the steps
    double loss = 0.0;
    bool valid = true; ///< false: NaN or Inf in the loss or in a gradient
    std::string note; ///< disturbed, cut short, ... ; for people
};

} // namespace sublinear
