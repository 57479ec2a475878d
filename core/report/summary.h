// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string>
#include <vector>

namespace sublinear {

/// What a report is about, a line each: the model, the run, policy and device.
std::vector<std::string> scenarioSummary(const Evaluation& evaluation);

/// What does not show in the table, a sentence each; empty where there is nothing to say.
std::string budgetNote(const Evaluation& evaluation); ///< what a budget of `optimal` is for
std::string freeNote(const Evaluation& evaluation); ///< rows that recompute what costs no matrix product
std::string bucketsNote(const Evaluation& evaluation); ///< ZeRO's buffers, which are not counted

/// That the largest sequences of so many rows are left out; empty where they are not.
std::string sequencesNote(const Evaluation& evaluation);

/// What "throughput" assumes; stands under every table that shows it.
std::string_view throughputNote(Accounting accounting);

} // namespace sublinear
