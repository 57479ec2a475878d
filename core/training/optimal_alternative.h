// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

namespace sublinear {

/// What `optimal` would do with all that the device has left, if it fits with less extra forward
/// than the recommended row and every alternative. Searches, so it takes some to hundreds of
/// milliseconds: not for the thread of a window.
std::optional<Alternative> optimalAlternative(const Evaluation& evaluation);

/// Whether it is worth the search, which is known at once.
bool mayHaveOptimalAlternative(const Evaluation& evaluation);

/// Puts it in front of the alternatives.
void addAlternative(Evaluation& evaluation, Alternative first);
/// Both, and behind them a row of `optimal` that was asked for and ties in fewer bytes: what every evaluation that is
/// shown in full goes through.
void addOptimalAlternative(Evaluation& evaluation);

} // namespace sublinear
