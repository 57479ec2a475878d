// SPDX-License-Identifier: MIT
#include "app/model/beside_rows.h"

#include "core/plan/law_figures.h"
#include "core/training/executed.h"

#include <algorithm>

namespace sublinear {

namespace {

// Over by then, a frame is still in time, and no curve comes and goes under a hand that drags.
constexpr std::chrono::milliseconds kWithinFrame { 2 };

BesideRows executedRows(const ResolvedScenario& scenario, std::vector<SweepRow> rows)
{
    const std::size_t count = rows.size();
    const Checked fixed = count > 0 ? Checked(rows.front().totalBytes) - rows.front().activationBytes : Checked(0);
    SweepRow storeAll;
    storeAll.policy = PolicyId::StoreAll;
    rows.push_back(storeAll);
    const std::vector<std::optional<Bytes>> executed = executedActivationBytes(scenario, rows);
    const auto totalOf = [&](std::size_t i) { return executed[i] ? (fixed + *executed[i]).value() : std::nullopt; };
    BesideRows beside { BesideRows::Kind::Executed, {}, totalOf(count) };
    beside.figures.resize(count);
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (const std::optional<Bytes> total = totalOf(i)) {
            beside.figures[i] = { *total, rows[i].extraForwardFraction };
            any = true;
        }
    }
    beside.kind = any ? BesideRows::Kind::Executed : BesideRows::Kind::None; // plans of `optimal` run otherwise
    return beside;
}

/// What storing all takes by its law: one more row of the same scenario, with the same states beside it.
std::optional<Bytes> storeAllByLaw(const Evaluation& evaluation)
{
    const auto row = std::find_if(evaluation.meanings.begin(), evaluation.meanings.end(),
        [](const SweepRow& each) { return each.policy == PolicyId::StoreAll; });
    if (row == evaluation.meanings.end()) {
        return std::nullopt;
    }
    Evaluation stored;
    stored.scenario = evaluation.scenario;
    stored.scenario.checkpointing.policy = PolicyId::StoreAll;
    stored.layer = evaluation.layer;
    stored.depth = evaluation.depth;
    stored.sweep = { *row };
    const std::vector<std::optional<LawFigure>> law = lawFigures(stored);
    return !law.empty() && law.front() ? std::optional(law.front()->totalBytes) : std::nullopt;
}

/// None where law and simulation say the same.
BesideRows rowsByLaw(const Evaluation& evaluation)
{
    BesideRows beside { BesideRows::Kind::Law, {}, {} };
    bool differs = false;
    for (const std::optional<LawFigure>& law : lawFigures(evaluation)) {
        const SweepRow& row = evaluation.sweep[beside.figures.size()];
        differs = differs || !law || law->totalBytes != row.totalBytes;
        beside.figures.push_back(
            law ? std::optional(BesideRows::Figure { law->totalBytes, law->extraForwardFraction }) : std::nullopt);
    }
    if (!differs) {
        return {};
    }
    beside.storeAllBytes = storeAllByLaw(evaluation);
    return beside;
}

} // namespace

BesideRows besideRows(const Evaluation& evaluation)
{
    return evaluation.scenario.accounting == Accounting::Training ? rowsByLaw(evaluation)
                                                                  : executedRows(evaluation.scenario, evaluation.sweep);
}

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
        m_rows = rowsByLaw(evaluation);
        return;
    }
    m_job.start([this, scenario = evaluation.scenario, sweep = evaluation.sweep]() -> NewestJob::Delivery {
        return [this, rows = executedRows(scenario, sweep)] {
            m_rows = rows;
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
