// SPDX-License-Identifier: MIT
#pragma once

#include "app/compare/comparison.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QLabel;
class QTableWidget;
class QToolButton;

namespace sublinear {

class ScenarioModel;

/// Several scenarios in one table: the present one, which follows the window, saved files and presets. A double click
/// on a column, or Enter, makes its scenario the window's; one undo entry.
class ComparisonDialog : public QDialog {
    Q_OBJECT
public:
    explicit ComparisonDialog(ScenarioModel& model, QWidget* parent = nullptr);

    /// Those that are no scenarios are refused in one line; the others are there then.
    void addFiles(const QStringList& paths);
    void addPreset(const std::string& id);
    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }
    [[nodiscard]] QString message() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildButtons();
    void addWithDialog();
    bool add(const QString& name, const Scenario& scenario, QString* trouble);
    void removeColumn();
    void open(int column);
    void refresh();
    void fill();
    void copy(QString (*text)(const Comparison&));

    ScenarioModel& m_model;
    std::vector<ComparedScenario> m_scenarios; ///< the present one first
    Comparison m_comparison;
    QTableWidget* m_table;
    QCheckBox* m_all = nullptr;
    QToolButton* m_remove = nullptr;
    QLabel* m_message;
};

} // namespace sublinear
