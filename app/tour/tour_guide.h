// SPDX-License-Identifier: MIT
#pragma once

#include "core/tour/tour.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace sublinear {

class ScenarioModel;

/// The guided tour's course: which step it is at, what was answered and done. It changes the scenario only where a
/// step begins or a person asks for it, one undo entry each, and never in the way of a hand. Nothing of it is seen:
/// a panel shows it, a stage sets the charts.
class TourGuide : public QObject {
    Q_OBJECT
public:
    TourGuide(ScenarioModel& model, Tour tour, QObject* parent = nullptr);

    [[nodiscard]] const Tour& tour() const { return m_tour; }
    [[nodiscard]] bool isActive() const { return m_active; }
    [[nodiscard]] std::size_t index() const { return m_index; }
    [[nodiscard]] const TourStep& step() const { return m_tour.steps[m_index]; }
    [[nodiscard]] bool isLast() const { return m_index + 1 == m_tour.steps.size(); }
    [[nodiscard]] bool isDone(std::size_t index) const { return m_done.contains(m_tour.steps[index].id); }
    [[nodiscard]] std::optional<std::size_t> answer() const; ///< given to this step's question
    /// The scenario is no longer the one that the step began with.
    [[nodiscard]] bool isAway() const;
    /// The scenario from before the tour, where that is another one than now.
    [[nodiscard]] bool canReturn() const;

    /// Asked before the scenario of another document makes way; false leaves everything as it is.
    void askBefore(std::function<bool()> mayLeave) { m_mayLeave = std::move(mayLeave); }

    void begin(); ///< at the step where it was left
    /// The tour goes on in a window that was closed in it: the scenario is as it was.
    void resume(bool ownsDocument);
    void goTo(std::size_t index);
    void next(); ///< behind the last step the tour is over
    void back();
    void leave(); ///< begin() goes on here
    void returnToOwn(); ///< leaves, and takes the scenario from before the tour
    void takeStepScenario();
    void giveAnswer(std::size_t option);
    void note(const QString& event); ///< one of tourEvents() has happened

    /// In the settings, under "tour/".
    void store() const;
    void restore();

Q_SIGNALS:
    void entered(); ///< another step, or the first one
    void answered(); ///< this step's question
    void progressed(); ///< an answer, a step that is done, a scenario that went another way
    void left();
    void ownTaken(); ///< the scenario is the one from before the tour again, in a new document

private:
    [[nodiscard]] bool enter(std::size_t index);
    [[nodiscard]] bool take(const Scenario& scenario, const QString& undoText);
    void check();
    void stop();

    ScenarioModel& m_model;
    Tour m_tour;
    std::function<bool()> m_mayLeave;
    std::size_t m_index = 0;
    bool m_active = false;
    std::optional<int> m_document; ///< the tour's own
    std::optional<Scenario> m_own; ///< from before it
    std::optional<Scenario> m_leftAt; ///< what the tour left behind, so that its own scenario is never taken for m_own
    std::set<std::string> m_done; ///< ids of steps
    std::set<std::string> m_seen; ///< events since the step began
    std::map<std::string, std::size_t> m_answers;
};

} // namespace sublinear
