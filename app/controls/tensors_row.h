// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/scenario_row.h"

#include <vector>

class QCheckBox;
class QLabel;

namespace sublinear {

/// The tensors that a policy leaves out of what it saves, one check box each.
class TensorsRow : public ScenarioRow {
    Q_OBJECT

public:
    TensorsRow(ScenarioModel& model, std::string_view path, const QString& why, QWidget* parent = nullptr);

    void sync(const Scenario& completed) override;
    /// One has to stay: the policy is nothing without.
    void setNeedsOne(bool needsOne);

private:
    void take();
    void holdLast();

    struct Box {
        std::string_view tensor;
        QCheckBox* check;
    };
    std::vector<Box> m_boxes;
    bool m_needsOne = false;
};

} // namespace sublinear
