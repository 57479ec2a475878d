// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"

#include <QWidget>

class QComboBox;

namespace sublinear {

class ScenarioModel;

/// One choice of the scenario: its name and a combo box.
class ChoiceRow : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        std::string_view value; ///< file spelling
        QString text; ///< for people
        QString why;
    };

    ChoiceRow(ScenarioModel& model, std::string_view path, const QString& why, const std::vector<Entry>& entries,
        QWidget* parent = nullptr);

    void sync(const Scenario& completed);
    [[nodiscard]] QComboBox* combo() const { return m_combo; }

private:
    const Field& m_field;
    QComboBox* m_combo;
};

} // namespace sublinear
