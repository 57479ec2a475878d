// SPDX-License-Identifier: MIT
#include "app/model/edits.h"

#include "app/model/text.h"
#include "core/scenario/resolve.h"

namespace sublinear {
namespace {

/// What a recipe's name stands for, left to it again.
void leaveToName(Scenario::Recipe& recipe)
{
    recipe.dtype.reset();
    recipe.gradientDtype.reset();
    recipe.masterWeights.reset();
    recipe.optimizer.reset();
}

} // namespace

Scenario edited(const Scenario& scenario, const Field& field, const FieldValue& value, const FieldValue& before)
{
    Scenario next = scenario;
    // Typing what a derived field shows anyway is no edit: it goes on being derived.
    const bool changes = before != value;
    if (changes) {
        field.set(next, value);
    }
    if (field.path == "recipe.name") {
        leaveToName(next.recipe); // also where the same is chosen again
    } else if (!changes) {
        return next;
    }
    return clamped(std::move(next), &scenario);
}

Scenario withImported(const Scenario& scenario, const ImportedModel& imported)
{
    Scenario next = scenario;
    next.model = imported.scenario.model;
    next.accounting = imported.scenario.accounting;
    if (imported.scenario.workload.sequence) {
        next.workload.sequence = imported.scenario.workload.sequence; // the longest that the model takes
    }
    return clamped(std::move(next)); // nothing of the model before is to be followed
}

} // namespace sublinear
