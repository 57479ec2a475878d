// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <QScrollArea>

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace sublinear {

class ChoiceRow;
class FieldRow;
class FoldSection;
class PickerButton;
class PolicyControls;
class ScenarioModel;
class ScenarioRow;
struct FieldRowSpec;
struct PanelField;

/// The left side of the window: every field that has an effect, as a control.
class ScenarioPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit ScenarioPanel(ScenarioModel& model, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<FoldSection*>& sections() const { return m_sections; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitToType();
    void sync();
    void syncEvaluation();
    void syncAccounting(Accounting accounting);
    void syncRanges(const Scenario& completed);
    void buildPickers(QVBoxLayout& column);
    void buildMain(QVBoxLayout& column);
    void buildSections(QVBoxLayout& column);
    FieldRow* addRow(const FieldRowSpec& spec);
    FoldSection* addSection(QVBoxLayout& column, const QString& id, const QString& title);
    void addFields(FoldSection& section, const std::vector<PanelField>& fields);
    [[nodiscard]] FieldRow* numberRow(std::string_view path) const;

    ScenarioModel& m_model;
    PickerButton* m_scenario = nullptr;
    PickerButton* m_modelPreset = nullptr;
    PickerButton* m_gpu = nullptr;
    PolicyControls* m_policy = nullptr;
    ChoiceRow* m_recipe = nullptr;
    std::vector<ScenarioRow*> m_rows;
    std::vector<FoldSection*> m_sections;
    std::optional<Accounting> m_accounting; ///< that the rows are set up for
    Count m_heads = 0; ///< that the divisors are of
};

} // namespace sublinear
