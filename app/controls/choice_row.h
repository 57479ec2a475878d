// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/scenario_row.h"

#include <optional>

class QComboBox;
class QLabel;

namespace sublinear {

/// A field of which a few values are offered by name: its label and a combo box.
class ChoiceRow : public ScenarioRow {
    Q_OBJECT

public:
    struct Entry {
        std::string_view value; ///< as typed text; empty takes the given value away
        QString text; ///< for people
        QString why;
    };

    ChoiceRow(ScenarioModel& model, std::string_view path, const QString& why, std::vector<Entry> entries,
        char16_t mnemonic = 0, QWidget* parent = nullptr);

    void sync(const Scenario& completed) override;
    /// A line under the box: what else is to be known of the shown entry; empty for none.
    void setNote(const QString& note);
    [[nodiscard]] QComboBox* combo() const { return m_combo; }

private:
    [[nodiscard]] int indexOf(std::string_view value) const;

    std::vector<Entry> m_entries;
    QComboBox* m_combo;
    QLabel* m_note = nullptr; ///< made when first asked for
    std::optional<FieldValue> m_shown;
};

} // namespace sublinear
