// SPDX-License-Identifier: MIT
// What a click into a chart or a table chooses.
#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/plan/words.h"
#include "core/policy/law.h"

#include <utility>

namespace sublinear {

std::string_view ScenarioModel::numberPath() const
{
    const FieldValue policy = effective("checkpointing.policy");
    const auto* text = std::get_if<std::string>(&policy);
    const PolicyInfo* info = text != nullptr ? findPolicy(*text) : nullptr;
    return info != nullptr ? numberField(info->id) : std::string_view();
}

bool ScenarioModel::chooseNumber(Count number)
{
    const std::string_view path = numberPath();
    if (path.empty()) {
        return refuse(tr("This policy has no number to choose."));
    }
    return chooseField(path, number);
}

bool ScenarioModel::chooseField(std::string_view path, Count value)
{
    if (!m_inGesture) {
        ++m_mergeGroup;
    }
    m_newest = nullptr;
    const bool taken = setField(path, FieldValue { value });
    if (!m_inGesture) {
        ++m_mergeGroup;
        m_choice = m_newest;
    }
    return taken;
}

bool ScenarioModel::choosePolicy(const PolicySpec& spec)
{
    State next = m_state;
    next.scenario.checkpointing.policy = spec.id;
    switch (policyInfo(spec.id).number) {
    case PolicyNumber::K:
        next.scenario.checkpointing.k = spec.number;
        break;
    case PolicyNumber::M:
        next.scenario.checkpointing.m = spec.number;
        break;
    case PolicyNumber::Slots:
        next.scenario.checkpointing.slots = spec.number;
        break;
    case PolicyNumber::Budget:
        next.scenario.checkpointing.budgetBytes = spec.number;
        break;
    case PolicyNumber::None:
        break;
    }
    next.scenario = clamped(std::move(next.scenario));
    m_newest = nullptr;
    push(std::move(next), tr("Policy \u2192 %1").arg(fromCore(policyWords(spec))), {});
    m_choice = m_newest;
    return true;
}

} // namespace sublinear
