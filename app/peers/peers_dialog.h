// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

class QLabel;
class QTableView;

namespace sublinear {

class PeersModel;
class ScenarioModel;

/// What other published formulas say of the present scenario, beside ours, and why they differ. Follows the scenario
/// while it is open.
class PeersDialog : public QDialog {
    Q_OBJECT

public:
    PeersDialog(ScenarioModel& scenario, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void sync();
    void showDetails();
    QWidget* makeButtons();

    ScenarioModel& m_scenario;
    PeersModel* m_model;
    QTableView* m_table;
    QLabel* m_spread;
    QLabel* m_details;
};

} // namespace sublinear
