// SPDX-License-Identifier: MIT
#include "app/compare/baseline.h"

#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/plan/evaluate.h"

#include <chrono>
#include <utility>

namespace sublinear {

namespace {
constexpr std::chrono::hours kLongEnough { 1 };
}

Baseline::Baseline(ScenarioModel& model, QObject* parent)
    : QObject(parent)
    , m_model(model)
{
}

Baseline::~Baseline() = default;

bool Baseline::pin()
{
    m_model.settle();
    if (!m_model.refusal().isEmpty()) {
        return false;
    }
    m_job.cancel();
    m_scenario = m_model.scenario();
    m_evaluation = m_model.evaluation();
    Q_EMIT changed();
    return true;
}

void Baseline::pin(const Scenario& scenario)
{
    m_job.cancel();
    m_scenario.reset();
    m_evaluation.reset();
    if (const Result<ResolvedScenario> resolved = resolve(scenario)) {
        m_scenario = scenario;
        m_job.start([this, resolved = *resolved]() -> NewestJob::Delivery {
            return [this, made = sublinear::evaluate(resolved, {})] {
                if (made) {
                    m_evaluation = *made;
                } else {
                    m_scenario.reset();
                }
                Q_EMIT changed();
            };
        });
        if (!needsSearch(resolved->checkpointing.policy, resolved->model.layers)) {
            m_job.deliverWithin(kLongEnough); // microseconds; and it says by itself that it changed
            return;
        }
    }
    Q_EMIT changed();
}

void Baseline::clear()
{
    if (m_scenario) {
        m_job.cancel();
        m_scenario.reset();
        m_evaluation.reset();
        Q_EMIT changed();
    }
}

void Baseline::open()
{
    if (m_scenario) {
        m_model.replaceScenario(*m_scenario, tr("Go to the baseline"));
    }
}

void Baseline::swap()
{
    if (!m_scenario) {
        return;
    }
    const Scenario pinned = *m_scenario;
    if (pin()) {
        m_model.replaceScenario(pinned, tr("Swap with the baseline"));
    }
}

const Evaluation* Baseline::against(const Evaluation& shown) const
{
    return m_evaluation && areComparable(shown, *m_evaluation) ? &*m_evaluation : nullptr;
}

QString Baseline::text() const
{
    if (!m_evaluation) {
        return m_scenario ? tr("being computed") : QString();
    }
    return tr("%1: %2").arg(
        toQString(policyText(chosenPolicy(m_evaluation->scenario))), gibUnitText(m_evaluation->memory.totalBytes));
}

void Baseline::settle()
{
    m_job.deliverWithin(kLongEnough);
}

} // namespace sublinear
