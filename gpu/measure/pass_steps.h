// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// Training steps in each pass of a measurement; in the tight fit one more, which runs short.
namespace steps {
inline constexpr int kTouched = 2; ///< one for each fill pattern
inline constexpr int kPool = 1;
inline constexpr int kTraining = 3; ///< what identity is judged by; they warm up for the timing
inline constexpr int kTiming = 10;
inline constexpr int kReference = 3; ///< timed, of the store_all that points are compared with, behind its training
} // namespace steps

/// What the passes of a measurement are expected to take beside each other, in any unit.
struct PassShares {
    double touched = steps::kTouched;
    double pool = steps::kPool;
    double tightFit = 1;
    double training = steps::kTraining;
    double timing = steps::kTiming;
};

} // namespace sublinear
