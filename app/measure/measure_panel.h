// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/device_finder.h"
#include "app/measure/measure_job.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sublinear {

class FoldSection;
class MeasuredSets;
class PointsTable;
class ScenarioModel;
struct MeasuredSet;

/// Right of the cards: on which device, what will run and what it takes; Measure, or Cancel with the
/// time left; the points as they come, and one sentence on how far they are from the prediction.
class MeasurePanel : public QWidget {
    Q_OBJECT

public:
    MeasurePanel(ScenarioModel& model, MeasuredSets& sets, QWidget* parent = nullptr);
    ~MeasurePanel() override;

    [[nodiscard]] const MeasureJob& job() const { return m_job; }
    void abandon(); ///< ends every worker at once
    void focusButton();
    void showFile(const QString& path); ///< the set that came from it, in the table
    [[nodiscard]] const MeasuredSet* shownSet() const; ///< null: the own run, not yet one of the sets

Q_SIGNALS:
    void closeAsked();
    void openAsked(); ///< measurements or runs from elsewhere
    void saveAsked(); ///< the shown set
    void widthChanged(); ///< with the size of the type

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildHead(QVBoxLayout& column);
    void buildChoices(QVBoxLayout& column);
    void buildRun(QVBoxLayout& column);
    void buildResults(QVBoxLayout& column);
    void buildActions(QVBoxLayout& column);
    QLabel* addLine(QVBoxLayout& column, const QString& id);
    void fitToType();
    static void setLine(QLabel& label, const QString& text); ///< no line where there is no text

    void changePlace();
    void press();
    [[nodiscard]] RunCommand command(bool planOnly) const;
    void askPlanSoon();
    void askPlan();
    void syncDevices();
    void syncPlan();
    void showPlan(const MeasureJob& job);
    void syncRun();
    void syncSets();
    void syncResults();
    void syncStale();
    [[nodiscard]] QString obstacle() const; ///< why nothing can be measured now; empty if it can
    [[nodiscard]] bool showsOwnRun() const;
    [[nodiscard]] const Measurement& shownMeasurement() const;
    [[nodiscard]] int shownId() const; ///< 0: of no set
    [[nodiscard]] QString whereShown() const; ///< "on this machine"
    void useTimes(bool on);
    void showWhatRan(bool on);
    void syncActions();
    void syncProvenance();

    ScenarioModel& m_model;
    MeasuredSets& m_sets;
    DeviceFinder m_finder;
    MeasureJob m_job;
    MeasureJob m_plan; ///< says what would run
    QTimer m_planSoon;

    QLabel* m_title = nullptr;
    QLineEdit* m_through = nullptr; ///< the command that brings the worker of another machine
    bool m_placed = false; ///< what it says has been taken once
    QString m_runThrough; ///< what it was for the own run
    QComboBox* m_device = nullptr;
    QLabel* m_deviceNote = nullptr;
    QLineEdit* m_policies = nullptr;
    QLabel* m_planned = nullptr;
    FoldSection* m_why = nullptr;
    QLabel* m_reasons = nullptr; ///< why it is not the scenario that runs, field by field
    QPushButton* m_button = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_state = nullptr;
    QWidget* m_setRow = nullptr;
    QComboBox* m_set = nullptr;
    QToolButton* m_remove = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_largest = nullptr; ///< where the largest difference comes from
    QLabel* m_stale = nullptr;
    PointsTable* m_points = nullptr;
    bool m_followsRun = true; ///< the table shows the own run, not a file
    QLabel* m_troubles = nullptr;
    QWidget* m_actions = nullptr;
    QPushButton* m_useTimes = nullptr;
    QLabel* m_timesNote = nullptr;
    int m_timesFrom = 0; ///< id of the set whose times are in use; of no meaning without any
    QPushButton* m_whatRan = nullptr;
    std::optional<Scenario> m_before; ///< that made way for what ran
    FoldSection* m_from = nullptr;
    QLabel* m_provenance = nullptr;
};

} // namespace sublinear
