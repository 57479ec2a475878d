// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace sublinear {

class ChoiceRow;
class FieldRow;
class HintLabel;
class ScenarioModel;
class ScenarioRow;
class TensorsRow;
class TickStrip;
struct FieldRowSpec;
struct Scenario;

/// The policy, what it does and what it is called elsewhere, and the numbers that it needs.
class PolicyControls : public QWidget {
    Q_OBJECT

public:
    explicit PolicyControls(ScenarioModel& model, QWidget* parent = nullptr);

    /// Shows the policy of a scenario with every field filled.
    void sync(const Scenario& completed);
    /// What only the evaluation knows: the budget while none is given.
    void syncEvaluation();

private:
    FieldRow* addNumber(const FieldRowSpec& spec);
    void buildK();
    void syncPolicy(const Scenario& completed);

    ScenarioModel& m_model;
    ChoiceRow* m_policy = nullptr;
    HintLabel* m_sentence;
    FieldRow* m_k = nullptr;
    TickStrip* m_ticks = nullptr;
    FieldRow* m_m = nullptr;
    FieldRow* m_slots = nullptr;
    FieldRow* m_budget = nullptr;
    TensorsRow* m_tensors = nullptr;
    ScenarioRow* m_start = nullptr;
    ScenarioRow* m_lastStored = nullptr;
    std::vector<ScenarioRow*> m_rows; ///< all of the above that are rows
};

} // namespace sublinear
