// SPDX-License-Identifier: MIT
#pragma once

#include <QToolButton>

#include <vector>

class QAction;

namespace sublinear {

class ScenarioModel;

/// Which policies the charts show beside the chosen one, each with its framework flag.
class CompareMenu : public QToolButton {
    Q_OBJECT
public:
    explicit CompareMenu(ScenarioModel& model, QWidget* parent = nullptr);

    /// Spellings of the checked policies ("segments"), for the saved page; unknown ones are ignored.
    [[nodiscard]] QStringList checkedPolicies() const;
    void setCheckedPolicies(const QStringList& policies);

private:
    void apply();
    void updateText();

    ScenarioModel& m_model;
    std::vector<QAction*> m_actions;
};

} // namespace sublinear
