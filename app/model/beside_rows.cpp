// SPDX-License-Identifier: MIT
#include "app/model/beside_rows.h"

#include "core/plan/law_figures.h"
#include "core/training/executed.h"

#include <utility>

namespace sublinear {

namespace {

// Over by then, a frame is still in time, and no curve comes and goes under a hand that drags.
constexpr std::chrono::milliseconds kWithinFrame { 2 };

using Figures = std::vector<std::optional<BesideRows::Figure>>;

Figures executedFigures(const ResolvedScenario& scenario, const std::vector<SweepRow>& sweep)
{
    Figures figures(sweep.size());
    const std::vector<std::optional<Bytes>> executed = executedActivationBytes(scenario, sweep);
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        if (!executed[i]) {
            continue;
        }
        const Checked fixed = Checked(sweep[i].totalBytes) - sweep[i].activationBytes;
        if (const std::optional<Bytes> total = (fixed + *executed[i]).value()) {
            figures[i] = { *total, sweep[i].extraForwardFraction };
        }
    }
    return figures;
}

/// None where law and simulation say the same.
Figures figuresByLaw(const Evaluation& evaluation)
{
    Figures figures;
    bool differs = false;
    for (const std::optional<LawFigure>& law : lawFigures(evaluation)) {
        const SweepRow& row = evaluation.sweep[figures.size()];
        differs = differs || !law || law->totalBytes != row.totalBytes;
        figures.push_back(
            law ? std::optional(BesideRows::Figure { law->totalBytes, law->extraForwardFraction }) : std::nullopt);
    }
    return differs ? figures : Figures {};
}

} // namespace

BesideSource::BesideSource(QObject* parent)
    : QObject(parent)
{
}

BesideSource::~BesideSource() = default;

void BesideSource::clear()
{
    m_job.cancel();
    m_rows = {};
}

void BesideSource::follow(const Evaluation& evaluation)
{
    clear();
    if (evaluation.scenario.accounting == Accounting::Training) {
        if (Figures figures = figuresByLaw(evaluation); !figures.empty()) {
            m_rows = { BesideRows::Kind::Law, std::move(figures) };
        }
        return;
    }
    m_job.start([this, scenario = evaluation.scenario, sweep = evaluation.sweep]() -> NewestJob::Delivery {
        return [this, figures = executedFigures(scenario, sweep)] {
            m_rows = { BesideRows::Kind::Executed, figures };
            if (!m_following) {
                Q_EMIT ready();
            }
        };
    });
    m_following = true;
    m_job.deliverWithin(kWithinFrame);
    m_following = false;
}

} // namespace sublinear
