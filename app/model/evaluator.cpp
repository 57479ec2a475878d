// SPDX-License-Identifier: MIT
#include "app/model/evaluator.h"

#include "app/model/text.h"
#include "core/plan/evaluate.h"
#include "core/training/optimal_alternative.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

// A search that is over by then is not worth a dimmed picture, and the frame still is in time.
constexpr std::chrono::milliseconds kNotWorthSaying { 2 };

template <class Left> std::vector<PolicySpec> without(std::vector<PolicySpec> policies, const Left& left)
{
    std::erase_if(policies, [&left](const PolicySpec& spec) { return left(spec.id); });
    return policies;
}

} // namespace

Evaluator::Evaluator(QObject* parent)
    : QObject(parent)
    , m_search([](const ResolvedScenario& scenario, const std::vector<PolicySpec>& compared) {
        return sublinear::evaluate(scenario, compared);
    })
{
}

Evaluator::~Evaluator() = default;

void Evaluator::evaluate(const Scenario& scenario, const std::vector<PolicySpec>& compared)
{
    m_job.cancel();
    m_missing = Missing::Nothing;
    const Result<ResolvedScenario> resolved = resolve(scenario);
    if (!resolved) {
        set(resolved.error());
        Q_EMIT changed();
        return;
    }
    const auto takesLong = [&](PolicyId id) { return needsSearch(id, resolved->model.layers); };
    const std::vector<PolicySpec> quick = without(compared, takesLong);
    if (!takesLong(resolved->checkpointing.policy)) {
        set(sublinear::evaluate(*resolved, quick));
        m_missing = m_refusal.isEmpty() && quick.size() < compared.size() ? Missing::Compared : Missing::Nothing;
    } else {
        ResolvedScenario open = *resolved;
        open.checkpointing.policy = PolicyId::StoreAll;
        if (Result<Evaluation> made = sublinear::evaluate(open, quick)) {
            m_open = std::move(*made);
            m_open.scenario = *resolved;
            useTimes(m_open);
            m_refusal.clear();
            m_missing = Missing::Chosen;
        } else {
            set(made.error());
        }
    }
    if (m_missing != Missing::Nothing) {
        begin(*resolved, compared);
        m_quiet = true;
        m_job.deliverWithin(kNotWorthSaying);
        m_quiet = false;
    } else if (m_refusal.isEmpty()) {
        beginAlternative();
    }
    Q_EMIT changed();
}

void Evaluator::begin(ResolvedScenario scenario, std::vector<PolicySpec> compared)
{
    m_job.start([this, search = m_search, scenario = std::move(scenario),
                    compared = std::move(compared)]() -> NewestJob::Delivery {
        Result<Evaluation> result = search(scenario, compared);
        if (result) {
            addOptimalAlternative(*result);
        }
        return [this, result = std::move(result)] { fillIn(result); };
    });
}

// All is there but the first alternative; nobody waits for it.
void Evaluator::beginAlternative()
{
    if (!mayHaveOptimalAlternative(m_evaluation)) {
        return;
    }
    m_job.start([this, evaluation = m_evaluation]() -> NewestJob::Delivery {
        return [this, found = optimalAlternative(evaluation)] {
            if (found) {
                addAlternative(m_evaluation, *found);
                Q_EMIT adviceFilledIn();
            }
        };
    });
}

void Evaluator::fillIn(const Result<Evaluation>& result)
{
    const bool onlyCompared = std::exchange(m_missing, Missing::Nothing) == Missing::Compared;
    const bool sameAdvice = // with them comes what `optimal` would do
        !result || result->recommendation.alternatives.size() == m_evaluation.recommendation.alternatives.size();
    if (result || !onlyCompared) { // what is shown without them stays right
        set(result);
    }
    if (m_quiet) {
        return;
    }
    if (!onlyCompared) {
        Q_EMIT changed();
        return;
    }
    Q_EMIT comparedFilledIn();
    if (!sameAdvice) {
        Q_EMIT adviceFilledIn();
    }
}

bool Evaluator::finish(std::chrono::milliseconds most)
{
    return m_job.deliverWithin(most);
}

void Evaluator::set(Result<Evaluation> result)
{
    if (result) {
        m_evaluation = std::move(*result);
        useTimes(m_evaluation);
        m_refusal.clear();
    } else {
        m_refusal = toQString(result.error().message);
    }
}

void Evaluator::useTimes(Evaluation& evaluation)
{
    m_timesTrouble.clear();
    if (m_times == nullptr) {
        return;
    }
    if (const Result<StepClock> clock = m_times->clockFor(evaluation.scenario)) {
        useClock(evaluation, *clock);
    } else {
        m_timesTrouble = toQString(clock.error().message);
    }
}

} // namespace sublinear
