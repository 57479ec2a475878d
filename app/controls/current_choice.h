// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <QStringList>

#include <string>

namespace sublinear {

/// What a picker shows: the preset that a part of the scenario comes from, and whether
/// given fields say something else than it does.
struct CurrentChoice {
    std::string id; ///< empty: no preset
    bool changed = false;
    QString otherwise; ///< what to show where there is no preset
};

CurrentChoice currentScenario(const Scenario& scenario, const std::string& presetId);
CurrentChoice currentModel(const Scenario& scenario);
/// `completed`: the scenario with every field filled, for the device that is there by default.
CurrentChoice currentGpu(const Scenario& scenario, const Scenario& completed);

/// Names of the fields that say something else than the recipe's name stands for.
QStringList recipeChanges(const Scenario& scenario, const Scenario& completed);

} // namespace sublinear
