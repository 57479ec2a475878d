// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"
#include "core/plan/timeline.h"

#include <string>

namespace sublinear {

inline constexpr int kPlanVersion = 1;

/// The `sublinear-plan` document: bytes are integers, fractions are numbers, '\n' at the end.
/// `timeline` may be null.
std::string planJson(const Evaluation& evaluation, const Timeline* timeline);

} // namespace sublinear
