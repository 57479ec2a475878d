// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"
#include "core/plan/timeline.h"

#include <span>

namespace sublinear {

/// evaluate() in training accounting: every peak is that of the simulated step.
Result<Evaluation> evaluateTraining(const ResolvedScenario& scenario, std::span<const PolicySpec> compared);

/// timeline() in training accounting: every operation of the lowered program, with what stays
/// through the whole step.
Result<Timeline> trainingTimeline(const ResolvedScenario& scenario);

} // namespace sublinear
