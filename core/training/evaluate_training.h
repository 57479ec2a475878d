// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"
#include "core/plan/timeline.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <span>

namespace sublinear {

/// evaluate() in training accounting: every peak is that of the simulated step.
Result<Evaluation> evaluateTraining(const ResolvedScenario& scenario, std::span<const PolicySpec> compared);

/// timeline() in training accounting: every operation of the lowered program, with what stays
/// through the whole step.
Result<Timeline> trainingTimeline(const ResolvedScenario& scenario);

/// The same with the schedule that it is lowered from.
struct TrainingStep {
    Timeline timeline;
    Schedule schedule;
    std::vector<std::int32_t> stepOf; ///< by operation: index into stepsOf(schedule)
    std::array<Bytes, kMemoryKinds> states = {}; ///< what stays through the whole step; part of every operation
};
Result<TrainingStep> trainingStep(
    const ResolvedScenario& scenario, OptimizerTemporary temporary = OptimizerTemporary::Assumed);

/// Refused: a schedule of so many passes that its operations would fill the memory of the machine that counts them
/// (one state for a thousand layers: half a million).
Status checkLength(std::span<const Run> runs);
inline constexpr Count kMostPasses = 60'000; ///< twice what the deepest model takes with one recomputation

} // namespace sublinear
