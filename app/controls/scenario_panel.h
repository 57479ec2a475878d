// SPDX-License-Identifier: MIT
#pragma once

#include <QScrollArea>

#include <vector>

class QVBoxLayout;

namespace sublinear {

class ChoiceRow;
class FieldRow;
class FoldSection;
class PickerButton;
class ScenarioModel;
class TickStrip;

/// The left side of the window: every field that has an effect, as a control.
class ScenarioPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit ScenarioPanel(ScenarioModel& model, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<FoldSection*>& sections() const { return m_sections; }

private:
    void sync();
    void syncCount();
    void buildPickers(QVBoxLayout& column);
    void buildMain(QVBoxLayout& column);
    void buildShape(QVBoxLayout& column);
    void buildRecipe(QVBoxLayout& column);
    void buildDevice(QVBoxLayout& column);
    FieldRow* addRow(const struct FieldRowSpec& spec);
    FoldSection* addSection(QVBoxLayout& column, const QString& id, const QString& title);

    ScenarioModel& m_model;
    PickerButton* m_scenario = nullptr;
    PickerButton* m_modelPreset = nullptr;
    PickerButton* m_gpu = nullptr;
    ChoiceRow* m_policy = nullptr;
    ChoiceRow* m_dtype = nullptr;
    FieldRow* m_k = nullptr;
    FieldRow* m_firstM = nullptr;
    FieldRow* m_parameters = nullptr;
    TickStrip* m_ticks = nullptr;
    std::vector<FieldRow*> m_rows;
    std::vector<FoldSection*> m_sections;
};

} // namespace sublinear
