// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/measure/calibration.h"
#include "gpu/measure/measured_point.h"

#include <optional>

namespace sublinear {

/// Foretells how long a step takes from the operations of the first run that was timed on the same
/// shape and device. What it says of a point was known before that point ran.
class StepForecast {
public:
    /// Nothing happens where a run was learned from already, or this one was not timed.
    void learnFrom(const Program& program, const MeasuredPoint& timed);

    /// Empty: nothing was timed yet, or an operation is among them that was not.
    [[nodiscard]] std::optional<PredictedStep> of(const Program& program) const;

private:
    std::optional<Calibration> m_calibration;
    PolicySpec m_timed;
};

} // namespace sublinear
