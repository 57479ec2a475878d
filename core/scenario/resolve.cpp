// SPDX-License-Identifier: MIT
#include "core/scenario/resolve.h"

#include "core/scenario/fields.h"
#include "core/scenario/resolve_parts.h"

namespace sublinear {

namespace {

using resolving::Refused;

/// Readers have checked every range; a scenario made in code has not been through them.
Refused checkRanges(const Scenario& scenario)
{
    for (const Field& field : allFields()) {
        if (field.kind == FieldKind::Whole || field.kind == FieldKind::ByteSize || field.kind == FieldKind::WholeList
            || field.kind == FieldKind::ChoiceList) {
            const Status checked = checkFieldValue(field, field.get(scenario));
            if (!checked) {
                return checked.error();
            }
        }
    }
    return std::nullopt;
}

Refused fill(const Scenario& scenario, ResolvedScenario& resolved)
{
    resolved.workload = { scenario.workload.batch.value_or(4), scenario.workload.sequence.value_or(2048) };
    resolved.accounting = scenario.accounting.value_or(Accounting::Article);
    if (auto refused = resolving::resolveModel(scenario, resolved.model)) {
        return refused;
    }
    if (auto refused = resolving::resolveRecipe(scenario.recipe, resolved.recipe)) {
        return refused;
    }
    if (auto refused = resolving::resolveParallel(scenario, resolved.model, resolved.parallel)) {
        return refused;
    }
    if (auto refused = resolving::resolveCheckpointing(scenario, resolved)) {
        return refused;
    }
    return resolving::resolveDevice(scenario.device, resolved.accounting, resolved.device);
}

} // namespace

Result<ResolvedScenario> resolve(const Scenario& scenario)
{
    ResolvedScenario resolved;
    auto refused = checkRanges(scenario);
    if (!refused) {
        refused = fill(scenario, resolved);
    }
    if (refused) {
        return *std::move(refused);
    }
    return resolved;
}

} // namespace sublinear
