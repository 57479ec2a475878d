// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"

#include <QWidget>

namespace sublinear {

class ScenarioModel;

/// One field of the scenario as a row of the panel. Its controls are named after the field's
/// path: "model.layers.spin".
class ScenarioRow : public QWidget {
    Q_OBJECT

public:
    ScenarioRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent = nullptr);

    [[nodiscard]] const Field& field() const { return m_field; }
    /// Shows the field's value in a scenario with every field filled.
    virtual void sync(const Scenario& completed) = 0;
    void reset(); ///< back to the default: the field is derived again

protected:
    /// Takes an edit by hand, and shows what the model made of it.
    virtual void edit(const FieldValue& value);

    [[nodiscard]] ScenarioModel& model() const { return m_model; }
    [[nodiscard]] QString name() const; ///< for people: "Layers"
    [[nodiscard]] QString partName(const char16_t* part) const; ///< "model.layers" + part

private:
    ScenarioModel& m_model;
    const Field& m_field;
};

} // namespace sublinear
