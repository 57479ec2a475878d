// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/value_slider.h"
#include "core/scenario/fields.h"

#include <QWidget>

#include <optional>

class QLabel;
class QVBoxLayout;

namespace sublinear {

class FieldSpinBox;
class ScenarioModel;

struct FieldRowSpec {
    std::string_view path;
    QString why; ///< one sentence: tooltip, and description for a screen reader
    std::optional<ValueSlider::Scale> scale = {}; ///< no slider without
    int sliderFrom = 1; ///< the slider's own range; it grows where the value lies outside
    int sliderTo = 128;
    bool clearable = false;
    char16_t mnemonic = 0;
};

/// One number of the scenario: its name, a spin box, often a slider under them, and a line
/// that says why something typed was not taken.
class FieldRow : public QWidget {
    Q_OBJECT

public:
    FieldRow(ScenarioModel& model, const FieldRowSpec& spec, QWidget* parent = nullptr);

    /// Shows the field's value in a scenario with every field filled.
    void sync(const Scenario& completed);
    /// A range narrower than the field's, from other fields (K from 1 to N).
    void setRange(std::int64_t minimum, std::int64_t maximum);
    void setDerived(std::optional<std::int64_t> value);
    void addBelow(QWidget* widget);

    [[nodiscard]] ValueSlider* slider() const { return m_slider; }
    [[nodiscard]] FieldSpinBox* spin() const { return m_spin; }

    void reset(); ///< back to the default: the field is derived again

private:
    void edit(const FieldValue& value);
    void showMessage(const QString& message);
    void buildSlider(const QString& name);
    void syncSlider(std::int64_t value);

    ScenarioModel& m_model;
    FieldRowSpec m_spec;
    const Field& m_field;
    std::int64_t m_minimum;
    std::int64_t m_maximum;
    FieldValue m_shown;
    FieldSpinBox* m_spin;
    ValueSlider* m_slider = nullptr;
    QLabel* m_message;
    QVBoxLayout* m_column;
};

} // namespace sublinear
