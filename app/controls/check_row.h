// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/scenario_row.h"

class QCheckBox;

namespace sublinear {

/// A field that is on or off.
class CheckRow : public ScenarioRow {
    Q_OBJECT

public:
    CheckRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent = nullptr);

    void sync(const Scenario& completed) override;

private:
    QCheckBox* m_box;
};

} // namespace sublinear
