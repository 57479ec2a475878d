// SPDX-License-Identifier: MIT
#include "app/model/edits.h"

#include "app/model/text.h"
#include "core/policy/law.h"
#include "core/scenario/resolve.h"

namespace sublinear {
namespace {

bool isArticle(const Scenario& scenario)
{
    return scenario.accounting.value_or(Accounting::Article) == Accounting::Article;
}

/// What a recipe's name stands for, left to it again.
void leaveToName(Scenario::Recipe& recipe)
{
    recipe.dtype.reset();
    recipe.gradientDtype.reset();
    recipe.masterWeights.reset();
    recipe.optimizer.reset();
}

/// Article accounting is a set of laws; a policy without one has no number there.
void leaveLawless(Scenario& scenario)
{
    const std::optional<PolicyId>& policy = scenario.checkpointing.policy;
    if (isArticle(scenario) && policy && !hasLaw(*policy)) {
        scenario.checkpointing.policy.reset();
    }
}

QString policyName(const Scenario& scenario)
{
    return toQString(policyInfo(scenario.checkpointing.policy.value_or(PolicyId::Article)).name);
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
    leaveLawless(next);
    return clamped(std::move(next), &scenario);
}

QString refusedBeside(const Scenario& completed, const Field& field, const FieldValue& value)
{
    const auto* text = std::get_if<std::string>(&value);
    const PolicyInfo* policy = field.path == "checkpointing.policy" && text != nullptr ? findPolicy(*text) : nullptr;
    if (policy == nullptr || hasLaw(policy->id) || !isArticle(completed)) {
        return {};
    }
    return QStringLiteral("%1 has no law, so article accounting cannot count it; training accounting simulates it.")
        .arg(toQString(policy->name));
}

QString takenAlong(const Scenario& before, const Scenario& after, const Field& field)
{
    if (field.path != "accounting" || before.checkpointing.policy == after.checkpointing.policy) {
        return {};
    }
    return QStringLiteral("%1 has no law in article accounting: the policy is now \"%2\". Undo brings it back.")
        .arg(policyName(before), policyName(after));
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
