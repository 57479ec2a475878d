// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/measure/measured_point.h"
#include "gpu/measure/step_timer.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/training_results.h"

#include <string>

namespace sublinear {

/// What every device's measurement puts into a point in the same way.
MeasuredPoint pointOf(const RunPlan& plan); ///< what is known before it runs
void addNote(MeasuredPoint& point, const std::string& text);

/// Bytes behind the prediction in which touched bytes are looked for too, where a run may take
/// `available` in all. 0: there are none, and a note says so.
Bytes marginBehind(MeasuredPoint& point, Bytes available);

/// Whether the prediction is what is needed, and no more: `exactRanShort` is of a slab of exactly that,
/// `lessRanShort` of one that is a granule smaller. A note says which of both is wrong.
void takeTightFit(MeasuredPoint& point, const RunPlan& plan, bool exactRanShort, bool lessRanShort);

/// Whether the training steps came to what `reference` (null: none) has, bit by bit, and whether they
/// are finite. `results`, if not null, takes them over.
void takeResults(MeasuredPoint& point, TrainingResults own, const TrainingResults* reference, TrainingResults* results,
    Stop* stop = nullptr);

/// Times of the step, its phases and operations; a note where fewer than `asked` steps were timed,
/// and where they were disturbed. At least one must have been.
void takeTimes(MeasuredPoint& point, const StepTimer& times, int asked);

} // namespace sublinear
