// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/beside_rows.h"
#include "app/model/evaluator.h"
#include "core/import/hf_config.h"
#include "core/plan/evaluation.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// The window's one scenario, its evaluation, and every way to change it. Whoever shows
/// or edits anything listens here and calls here; nobody else holds a scenario.
class ScenarioModel : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScenarioModel)

public:
    explicit ScenarioModel(QObject* parent = nullptr);
    explicit ScenarioModel(const Scenario& start, QObject* parent = nullptr);
    ~ScenarioModel() override;

    [[nodiscard]] const Scenario& scenario() const { return m_state.scenario; }
    /// The last good evaluation. Between scenarioChanged() and evaluationChanged() it is
    /// the one before; while refusal() says something it is the one before the trouble.
    [[nodiscard]] const Evaluation& evaluation() const { return m_evaluator.evaluation(); }
    /// What is still worked out beside the window. While it is the chosen policy's part,
    /// evaluation() is the one before and evaluationAtHand() what is known already.
    [[nodiscard]] Evaluator::Missing missing() const { return m_evaluator.missing(); }
    [[nodiscard]] const Evaluation& evaluationAtHand() const { return m_evaluator.atHand(); }
    [[nodiscard]] Evaluator& evaluator() { return m_evaluator; }
    /// The second figure of each row of evaluation()'s sweep.
    [[nodiscard]] const BesideRows& besideRows() const { return m_beside.rows(); }
    /// Why the present scenario has no evaluation; empty when it has one.
    [[nodiscard]] const QString& refusal() const { return m_evaluator.refusal(); }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }

    /// What the field is worth now: as given, else as derived from what is given.
    [[nodiscard]] FieldValue effective(std::string_view path) const;
    /// All fields of it at once: derived ones filled, given ones as given even while refused.
    [[nodiscard]] const Scenario& completed() const;
    /// The same for Whole and Bytes fields; 0 where there is no value.
    [[nodiscard]] std::int64_t effectiveWhole(std::string_view path) const;
    /// Id of the scenario preset that the scenario came from, or empty.
    [[nodiscard]] const std::string& scenarioPreset() const { return m_state.preset; }
    /// Which document is open: grows with every openScenario(), goes back with undo.
    [[nodiscard]] int document() const { return m_state.document; }

    /// An edit by hand of one field; monostate takes the given value away so that the
    /// field is derived again. What depends on it is brought into range. False and
    /// refused() where the value is not accepted; the scenario is then as it was.
    bool setField(std::string_view path, const FieldValue& value);
    /// The policy's number (K, m, slots, budget) from a chart or a table; an entry of its own.
    bool chooseNumber(Count number);
    /// The same for any whole field.
    bool chooseField(std::string_view path, Count value);
    /// The field of the policy's number; empty for a policy without one.
    [[nodiscard]] std::string_view numberPath() const;

    /// Another policy and its number, from a chart that shows several; one entry.
    bool choosePolicy(const PolicySpec& spec);
    /// The last choice of a number or policy was not meant: it goes without a trace, if it is still
    /// the last edit.
    void takeBackChoice();
    /// Policies to evaluate beside the scenario's own; not part of the scenario.
    void setCompared(const std::vector<PolicySpec>& policies);
    [[nodiscard]] const std::vector<PolicySpec>& compared() const { return m_compared; }

    /// Step times and throughput by those of a device that was measured; null: as assumed again. Not
    /// part of the scenario.
    void setTimes(std::shared_ptr<const MeasuredTimes> times);
    [[nodiscard]] const MeasuredTimes* times() const { return m_evaluator.times(); }
    [[nodiscard]] const QString& timesTrouble() const { return m_evaluator.timesTrouble(); }

    void replaceScenario(const Scenario& scenario, const QString& undoText);
    /// Replaces the scenario by that of another document (a file, a new one).
    void openScenario(const Scenario& scenario, const QString& undoText, const std::string& preset = {});
    /// Takes the model of an imported config and counts a training step of it; the rest stays. One entry.
    void importModel(const ImportedModel& imported);
    bool chooseScenarioPreset(std::string_view id);
    bool chooseModelPreset(std::string_view id);
    /// Takes the memory from the device, so an edited one is given up.
    bool chooseGpu(std::string_view id);

    /// All edits of one field between the two are one undo entry; none if it ends where
    /// it began. Outside, edits of one field merge when they follow within mergeWindow.
    void beginGesture();
    void endGesture();
    [[nodiscard]] bool inGesture() const { return m_inGesture; }
    void setMergeWindow(std::chrono::milliseconds window) { m_mergeWindow = window; }

    /// Evaluates at once if an evaluation is due, and waits for what is worked out beside the window.
    void settle();

Q_SIGNALS:
    void scenarioChanged(); ///< at once, for every change
    void evaluationChanged(); ///< once per round of the event loop, good or refused; again when filled in
    void comparedFilledIn(); ///< rows of policies beside the own have come; all else is as it was
    void adviceFilledIn(); ///< the same of an alternative of the recommendation
    void besideRowsChanged(); ///< later than evaluationChanged(), where they took long
    void refused(const QString& message); ///< an edit was turned down

private:
    struct State {
        Scenario scenario;
        std::string preset;
        int document = 0;
        bool operator==(const State&) const = default;
    };
    class Edit;

    void push(State next, const QString& text, std::string_view field);
    void apply(const State& state);
    void evaluateNow();
    void followEvaluation();
    bool refuse(const QString& message);

    State m_state;
    mutable std::optional<Scenario> m_completed; ///< of m_state, once somebody asks
    std::vector<PolicySpec> m_compared;
    Evaluator m_evaluator;
    BesideSource m_beside;
    QUndoStack m_undo;
    Edit* m_choice = nullptr; ///< of chooseNumber() or choosePolicy(), while it is the last edit
    Edit* m_newest = nullptr; ///< pushed last
    QTimer m_evaluationDue;
    QElapsedTimer m_sinceEdit;
    std::chrono::milliseconds m_mergeWindow { 500 };
    int m_mergeGroup = 0; ///< edits of different groups never merge
    int m_documents = 0;
    bool m_inGesture = false;
    State m_gestureStart; ///< what the gesture's field moves over, so that a clamped K comes back
    std::string m_gestureField;
};

} // namespace sublinear
