// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QString>

#include <vector>

namespace sublinear {

/// What the chosen policy leaves out of the saved set of every layer that it keeps, in words:
/// "attention", "activation, norms"; empty for nothing, and for policies that choose layer by layer.
QString droppedWords(const ResolvedScenario& scenario);

/// Which of the evaluation's layer components those are, in their order; empty where nothing is left out.
std::vector<bool> droppedComponents(const Evaluation& evaluation);

} // namespace sublinear
