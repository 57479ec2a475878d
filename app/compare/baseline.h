// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/newest_job.h"
#include "core/plan/evaluation.h"
#include "core/scenario/scenario.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sublinear {

class ScenarioModel;

/// A scenario that was pinned, to be held against the present one. It stays as it is while that one changes, is
/// undone or replaced, until it is cleared or another is pinned.
class Baseline : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Baseline)

public:
    explicit Baseline(ScenarioModel& model, QObject* parent = nullptr);
    ~Baseline() override;

    /// The present scenario, with what it came to; false and nothing pinned while it has no plan.
    bool pin();
    /// One from a file. What takes a search is worked out beside the window: it is there from then on.
    void pin(const Scenario& scenario);
    void clear();
    /// The scenario becomes what was pinned; one undo entry.
    void open();
    /// The same, and what was the scenario is pinned instead; undo takes only the first half back.
    void swap();

    [[nodiscard]] bool isPinned() const { return m_scenario.has_value(); }
    [[nodiscard]] const std::optional<Scenario>& scenario() const { return m_scenario; }
    /// What it comes to; null where there is none, or not yet. Stays where it is until changed().
    [[nodiscard]] const Evaluation* evaluation() const { return m_evaluation ? &*m_evaluation : nullptr; }
    /// The same where it is counted as the other is; else null.
    [[nodiscard]] const Evaluation* against(const Evaluation& shown) const;
    /// "article, K=4: 80.25 GiB"; empty without one.
    [[nodiscard]] QString text() const;
    /// Waits for what is worked out.
    void settle();

Q_SIGNALS:
    void changed();

private:
    ScenarioModel& m_model;
    std::optional<Scenario> m_scenario;
    std::optional<Evaluation> m_evaluation;
    NewestJob m_job;
};

} // namespace sublinear
