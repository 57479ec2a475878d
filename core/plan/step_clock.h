// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string>

namespace sublinear {

/// How long a scenario's step takes on a device that was timed:
/// fixed + B * (perSequence + extra forward * forwardPerSequence), in seconds.
struct StepClock {
    std::string device; ///< where the times come from
    bool carried = false; ///< timed on another shape, and carried over by the work of each operation
    double fixedSeconds = 0; ///< the optimizer, and what lies outside the operations
    double secondsPerSequence = 0; ///< forward and backward, storing all
    double forwardPerSequence = 0; ///< what a whole forward pass more would take

    [[nodiscard]] double stepSeconds(Count batch, double extraForward) const;
};

/// Rows in seconds of a step and samples per second, by that clock.
void useClock(Evaluation& evaluation, const StepClock& clock);

} // namespace sublinear
