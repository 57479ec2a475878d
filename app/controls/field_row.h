// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/scenario_row.h"
#include "app/controls/value_slider.h"

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace sublinear {

class FieldSpinBox;

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
class FieldRow : public ScenarioRow {
    Q_OBJECT

public:
    FieldRow(ScenarioModel& model, const FieldRowSpec& spec, QWidget* parent = nullptr);

    void sync(const Scenario& completed) override;
    /// A range narrower than the field's, from other fields (K from 1 to N).
    void setRange(std::int64_t minimum, std::int64_t maximum);
    void setDerived(std::optional<std::int64_t> value);
    /// The only values that go with other fields (divisors), ascending.
    void setStops(const std::vector<std::int64_t>& stops);
    void addBelow(QWidget* widget);

    [[nodiscard]] ValueSlider* slider() const { return m_slider; }
    [[nodiscard]] FieldSpinBox* spin() const { return m_spin; }

protected:
    void edit(const FieldValue& value) override;

private:
    void showMessage(const QString& message);
    void buildSlider();
    void syncSlider(std::int64_t value);

    FieldRowSpec m_spec;
    std::int64_t m_minimum;
    std::int64_t m_maximum;
    FieldValue m_shown;
    FieldSpinBox* m_spin;
    ValueSlider* m_slider = nullptr;
    QLabel* m_message;
    QVBoxLayout* m_column;
};

} // namespace sublinear
