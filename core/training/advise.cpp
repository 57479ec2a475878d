// SPDX-License-Identifier: MIT
#include "core/training/advise.h"

#include "core/base/units.h"
#include "core/plan/alternatives.h"
#include "core/plan/recommend.h"
#include "core/policy/law.h"
#include "core/training/remedies.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sublinear {

namespace {

struct Candidate {
    PolicySpec spec;
    TrainingRows::Brief brief;
};

bool better(const Candidate& a, const Candidate& b)
{
    return recomputesLess(a.brief, b.brief);
}

// The best number of a policy that fits; what recomputes nothing is left to store_all, except
// for `selective`, whose cheap tensors cost no FLOPs.
class BestOf {
public:
    BestOf(const TrainingStack& stack, TrainingRows& rows, PolicySpec spec)
        : m_stack(stack)
        , m_rows(rows)
        , m_spec(std::move(spec))
    {
    }

    std::optional<Candidate> find()
    {
        const NumberRange range = numberRange(m_spec.id, m_stack.layers);
        switch (policyInfo(m_spec.id).number) {
        case PolicyNumber::None:
            consider();
            break;
        case PolicyNumber::K:
        case PolicyNumber::M:
            for (Count number = range.first; number <= range.last; ++number) {
                m_spec.number = number;
                consider();
            }
            break;
        case PolicyNumber::Slots:
            mostSlots(range);
            break;
        case PolicyNumber::Budget:
            break; // takes long: see addOptimal
        }
        return m_best;
    }

private:
    bool consider()
    {
        const std::optional<TrainingRows::Brief> brief = m_rows.brief(m_spec);
        if (!brief || brief->totalBytes > m_stack.capacityBytes) {
            return false;
        }
        const bool named = m_spec.id == PolicyId::StoreAll || m_spec.id == PolicyId::Selective;
        if (brief->extraForwardFraction > 0 || named) {
            const Candidate candidate { m_spec, *brief };
            if (!m_best || better(candidate, *m_best)) {
                m_best = candidate;
            }
        }
        return true;
    }

    // Each slot more takes bytes and spares forwards: the most that fit, found by halving.
    void mostSlots(NumberRange range)
    {
        while (range.first <= range.last) {
            const Count middle = range.first + (range.last - range.first) / 2;
            m_spec.number = middle;
            if (consider()) {
                range.first = middle + 1;
            } else {
                range.last = middle - 1;
            }
        }
    }

    const TrainingStack& m_stack;
    TrainingRows& m_rows;
    PolicySpec m_spec;
    std::optional<Candidate> m_best;
};

PolicySpec specOf(PolicyId id, const ResolvedScenario& scenario)
{
    PolicySpec spec;
    spec.id = id;
    return inScenario(std::move(spec), scenario);
}

// What runs beside the states in any case, where it is more than the largest of them; else nothing.
std::string largestBesideStates(const TrainingStack& stack)
{
    const Bytes beside = stack.leastBytes - stack.states.totalBytes;
    const bool largest = std::all_of(stack.states.rows.begin(), stack.states.rows.end(),
        [beside](const MemoryRow& row) { return row.bytes < beside; });
    return largest ? std::string(stack.leastRuns) + " (" + formatSize(beside) + ")" : "";
}

// The total at the largest batch that fits, with the chosen row's steps.
std::optional<Alternative> smallerBatch(
    const TrainingStack& stack, TrainingRows& rows, const ResolvedScenario& scenario, const SweepRow& chosen)
{
    if (chosen.fits || chosen.maxBatch == 0 || !rows.brief(chosenPolicy(scenario))) {
        return std::nullopt;
    }
    const LayerPeak peak = simulateRuns(stack.model, tableAt(stack.model, chosen.maxBatch), rows.runs());
    return Alternative { "workload.batch=" + std::to_string(chosen.maxBatch),
        static_cast<Bytes>(peak.bytes) + stack.states.totalBytes, true };
}

// Where nothing else makes it fit: less of the reserve, down to the usual one, and a larger device.
void lastResorts(
    const TrainingStack& stack, const SweepRow& row, const SweepRow& chosen, std::vector<Alternative>& found)
{
    constexpr Bytes kLeastReserve = kGiB; // as a device has it that nobody gave one
    if (std::any_of(found.begin(), found.end(), [](const Alternative& each) { return each.fits; })) {
        return;
    }
    const Bytes withoutReserve = row.totalBytes - stack.states.of(MemoryKind::Reserve);
    const Bytes reserve = (stack.capacityBytes - withoutReserve) / kGiB * kGiB;
    if (withoutReserve <= stack.capacityBytes && reserve >= kLeastReserve) {
        found.push_back({ numberChange(row, chosen) + "device.reserve_bytes=" + std::to_string(reserve / kGiB) + "GiB",
            withoutReserve + reserve, true });
    }
    found.push_back(largerDevice(row, chosen));
}

} // namespace

Recommendation adviseTraining(const TrainingStack& stack, TrainingRows& rows, const ResolvedScenario& scenario,
    std::span<const SweepRow> sweep, const SweepRow& chosen)
{
    const auto& candidates = scenario.checkpointing.candidates;
    const SweepRow* found = bestRow(sweep, candidates);
    const SweepRow& row = found == nullptr ? chosen : *found;
    const std::string largest = largestBesideStates(stack);
    Recommendation recommendation = recommendRow(
        { stack.leastBytes, stack.leastNames, largest, stack.capacityBytes, stack.batch, candidates.has_value() }, row);
    std::vector<Candidate> others;
    for (const PolicyInfo& info : allPolicies()) {
        const bool own = info.id == scenario.checkpointing.policy && !candidates;
        if (own || stack.leastBytes > stack.capacityBytes) {
            continue;
        }
        const std::optional<Candidate> best = BestOf(stack, rows, specOf(info.id, scenario)).find();
        if (best && improvesOn({ best->brief.extraForwardFraction, best->brief.totalBytes }, row)) {
            others.push_back(*best);
        }
    }
    std::stable_sort(others.begin(), others.end(), better);
    for (const Candidate& other : others) {
        if (isListed(recommendation.alternatives, other.brief.totalBytes)) {
            continue;
        }
        recommendation.alternatives.push_back(
            { policyText(other.spec), other.brief.totalBytes, true, other.brief.extraForwardFraction });
    }
    if (!row.fits) {
        for (Alternative& remedy : remedies(stack, scenario, sweep, row, chosen)) {
            recommendation.alternatives.push_back(std::move(remedy));
        }
        lastResorts(stack, row, chosen, recommendation.alternatives);
    } else if (std::optional<Alternative> batch = smallerBatch(stack, rows, scenario, chosen)) {
        recommendation.alternatives.push_back(std::move(*batch));
    }
    return recommendation;
}

} // namespace sublinear
