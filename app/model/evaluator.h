// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/newest_job.h"
#include "core/measurement/measured_times.h"
#include "core/plan/evaluation.h"
#include "core/scenario/scenario.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace sublinear {

/// The evaluation of the newest scenario. What takes a search is worked out beside the window and
/// filled in when it is ready; what was begun for an older scenario is dropped. So is what `optimal`
/// would do beside the recommendation, the first of its alternatives as the command line has them.
class Evaluator : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Evaluator)

public:
    /// What the newest scenario still waits for.
    enum class Missing {
        Nothing,
        Compared, ///< rows of policies beside its own; all else is there
        Chosen ///< everything that depends on the chosen policy
    };

    explicit Evaluator(QObject* parent = nullptr);
    ~Evaluator() override;

    /// What runs beside the window: core's evaluate(). Tests put one there that they can hold up.
    using Search = std::function<Result<Evaluation>(const ResolvedScenario&, const std::vector<PolicySpec>&)>;
    void setSearch(Search search) { m_search = std::move(search); }

    /// Rows from now on by the times of a device that was measured; null: as assumed again.
    void setTimes(std::shared_ptr<const MeasuredTimes> times) { m_times = std::move(times); }
    [[nodiscard]] const MeasuredTimes* times() const { return m_times.get(); }
    /// Why evaluation() is not by them; empty where it is, and without any.
    [[nodiscard]] const QString& timesTrouble() const { return m_timesTrouble; }

    /// Evaluates what takes no search at once, and begins the rest.
    void evaluate(const Scenario& scenario, const std::vector<PolicySpec>& compared);
    /// What is on its way is of no use any more.
    void drop() { m_job.cancel(); }
    /// Waits for what is missing; false if it takes longer.
    bool finish(std::chrono::milliseconds most);

    /// The last whole one; with rows of other policies missing, that without them.
    [[nodiscard]] const Evaluation& evaluation() const { return m_evaluation; }
    /// What is known of the newest scenario: evaluation(), or the same with the chosen policy
    /// left open (everything stored) while that is missing.
    [[nodiscard]] const Evaluation& atHand() const { return m_missing == Missing::Chosen ? m_open : m_evaluation; }
    [[nodiscard]] const QString& refusal() const { return m_refusal; }
    [[nodiscard]] Missing missing() const { return m_missing; }

Q_SIGNALS:
    void changed(); ///< something was evaluated, or refused, or the chosen policy's part filled in
    void comparedFilledIn(); ///< all else is as it was, but for what follows
    void adviceFilledIn(); ///< an alternative has come, which the verdict names

private:
    void set(Result<Evaluation> result);
    void useTimes(Evaluation& evaluation);
    void fillIn(const Result<Evaluation>& result);
    void begin(ResolvedScenario scenario, std::vector<PolicySpec> compared);
    void beginAlternative();

    Search m_search;
    std::shared_ptr<const MeasuredTimes> m_times;
    QString m_timesTrouble;
    Evaluation m_evaluation;
    Evaluation m_open; ///< of use while the chosen policy's is missing
    QString m_refusal;
    Missing m_missing = Missing::Nothing;
    bool m_quiet = false; ///< inside evaluate(), which says by itself that all has changed
    NewestJob m_job;
};

} // namespace sublinear
