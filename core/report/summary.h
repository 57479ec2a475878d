// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string>
#include <vector>

namespace sublinear {

/// What a report is about, a line each: the model, the run, policy and device.
std::vector<std::string> scenarioSummary(const Evaluation& evaluation);

/// What "throughput" assumes; stands under every table that shows it.
inline constexpr std::string_view kThroughputNote =
    "Throughput: samples per step at the largest batch, a step without recomputation taken as 1; "
    "assumes that its time does not depend on the batch.";

} // namespace sublinear
