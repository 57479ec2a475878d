// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article_model.h"
#include "core/training/evaluate_training.h"

namespace sublinear {

/// The step of a schedule in article accounting: forward, recomputation and backward of each layer, with
/// parameters and optimizer states. Refused: a total over 2^63-1 bytes.
Result<TrainingStep> articleStepOf(const ArticleStack& stack, const ArticleModel& model, std::vector<Run> runs);

/// The step under the chosen policy, which has no law.
Result<TrainingStep> simulatedStep(const ResolvedScenario& scenario);

} // namespace sublinear
