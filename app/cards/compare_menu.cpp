// SPDX-License-Identifier: MIT
#include "app/cards/compare_menu.h"

#include "app/cards/findings.h"
#include "app/language/core_text.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"

#include <QMenu>

#include <algorithm>

namespace sublinear {

CompareMenu::CompareMenu(ScenarioModel& model, QWidget* parent)
    : QToolButton(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("compare"));
    setPopupMode(QToolButton::InstantPopup);
    setAutoRaise(true);
    setToolTip(tr("Show other meanings of \"checkpoint every K\" beside the chosen one"));
    setAccessibleName(tr("Compare policies"));
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    for (const PolicyInfo& info : allPolicies()) {
        QAction* action = menu->addAction(policyName(info.id));
        action->setData(toQString(info.text));
        action->setCheckable(true);
        action->setToolTip(tr("Keeps %1. Where: %2.").arg(fromCore(info.keeps), fromCore(info.flag)));
        connect(action, &QAction::toggled, this, &CompareMenu::apply);
        m_actions.push_back(action);
    }
    menu->addSeparator();
    connect(menu->addAction(tr("None")), &QAction::triggered, this, [this] { setCheckedPolicies({}); });
    setMenu(menu);
    updateText();
}

QStringList CompareMenu::checkedPolicies() const
{
    QStringList policies;
    for (const QAction* action : m_actions) {
        if (action->isChecked()) {
            policies << action->data().toString();
        }
    }
    return policies;
}

void CompareMenu::setCheckedPolicies(const QStringList& policies)
{
    for (QAction* action : m_actions) {
        const QSignalBlocker quiet(action);
        action->setChecked(policies.contains(action->data().toString()));
    }
    apply();
}

void CompareMenu::apply()
{
    std::vector<PolicySpec> specs;
    for (const QString& policy : checkedPolicies()) {
        if (const PolicyInfo* info = findPolicy(toUtf8(policy))) {
            PolicySpec spec;
            spec.id = info->id;
            specs.push_back(spec);
        }
    }
    m_model.setCompared(specs);
    updateText();
}

void CompareMenu::updateText()
{
    const auto count =
        std::count_if(m_actions.begin(), m_actions.end(), [](const QAction* action) { return action->isChecked(); });
    setText(count == 0 ? tr("Compare") : tr("Compare: %1").arg(count));
}

} // namespace sublinear
