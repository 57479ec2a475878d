// SPDX-License-Identifier: MIT
#include "core/training/largest_sequence.h"

#include "core/optimal/optimal.h"
#include "core/plan/article.h"
#include "core/scenario/limits.h"
#include "core/schedule/policies.h"
#include "core/training/stack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace sublinear {

namespace {

// Total less capacity at one length, in doubles: only to guess where it changes sign.
struct Sample {
    double length = 0;
    double over = 0;
};

// The last length below the crossing of the parabola through three samples; no good near
// degenerate ones, where the caller's bounds hold.
Count crossing(const std::array<Sample, 3>& samples)
{
    const auto& [a, b, c] = samples;
    const double first = (b.over - a.over) / (b.length - a.length);
    const double second = ((c.over - b.over) / (c.length - b.length) - first) / (c.length - a.length);
    const double slope = first - second * (a.length + b.length);
    const double level = a.over - a.length * (slope + second * a.length);
    const double root = slope * slope - 4 * second * level;
    const double length = second > 0 && root > 0 ? (std::sqrt(root) - slope) / (2 * second) : -level / slope;
    return std::isfinite(length) && std::abs(length) < 1e9 ? static_cast<Count>(length) : 0;
}

// over(length) is how many bytes the total is over the capacity (0 or less: fits), rising with the
// length. By powers of two, then by parabolas: three or four lengths are tried behind the point.
template <class Over> Count largestLength(Count longest, Over over)
{
    Count fits = 0;
    Count fails = 1;
    while (fails <= longest && over(fails) <= 0) {
        fits = fails;
        fails *= 2;
    }
    if (fails > longest) {
        if (over(longest) <= 0) {
            return longest;
        }
        fails = longest;
    }
    bool guess = true;
    while (fails - fits > 1) {
        const Count middle = fits + (fails - fits) / 2;
        const Count low = fits;
        const Count high = fails;
        const auto take = [&](Count length) {
            const double bytes = over(length);
            (bytes <= 0 ? fits : fails) = length;
            return Sample { static_cast<double>(length), bytes };
        };
        const Sample between = take(middle);
        if (guess && low > 0 && fails - fits > 2) {
            const Count near = crossing({ Sample { static_cast<double>(low), over(low) }, between,
                Sample { static_cast<double>(high), over(high) } });
            take(std::clamp(near, fits + 1, fails - 1));
            if (fails - fits > 1) { // the guess is the last that fits, or the first that does not
                take(fits == near ? fits + 1 : fails - 1);
            }
            guess = fails - fits > 2; // else halve on
        }
    }
    return fits;
}

Count longestOf(const ResolvedScenario& scenario)
{
    const bool table = scenario.accounting == Accounting::Training && scenario.model.positionRows.has_value();
    return table ? std::min(*scenario.model.positionRows, limits::kSequence) : limits::kSequence;
}

PolicySpec specOf(const ResolvedScenario& scenario, const SweepRow& row)
{
    PolicySpec spec;
    spec.id = row.policy;
    spec.number = row.k;
    if (row.policy == PolicyId::Selective) { // with the tensors of the row, not the scenario's
        spec.tensors = tensorNames(row.remade);
    }
    return inScenario(std::move(spec), scenario);
}

std::optional<Count> byLaw(const ResolvedScenario& scenario, const SweepRow& row)
{
    const std::optional<LawUnits> units = lawUnits(specOf(scenario, row), scenario.model.layers);
    if (!units) {
        return std::nullopt;
    }
    ResolvedScenario changed = scenario;
    return largestLength(longestOf(scenario), [&](Count length) {
        changed.workload.sequence = length;
        const Result<ArticleStack> stack = articleStack(changed);
        if (!stack) {
            return 1e30; // over 2^63-1 bytes
        }
        const std::optional<Bytes> total =
            (activationBytes(*units, stack->layer.totalBytes, stack->layer.boundaryBytes) + stack->fixedBytes).value();
        return total ? static_cast<double>(*total - stack->capacityBytes) : 1e30;
    });
}

// What simulating at one length needs; rows share lengths.
class Lengths {
public:
    Lengths(const ResolvedScenario& scenario, std::vector<PolicySpec> compared)
        : m_scenario(scenario)
        , m_compared(std::move(compared))
    {
    }

    double over(Count length, std::span<const Run> runs)
    {
        const auto& stack = at(length);
        if (!stack) {
            return 1e30;
        }
        const Wide peak = simulateRuns(stack->model, stack->table, runs).bytes;
        return static_cast<double>(peak + stack->states.totalBytes - stack->capacityBytes);
    }

    const std::optional<TrainingStack>& at(Count length)
    {
        const auto known = m_stacks.find(length);
        if (known != m_stacks.end()) {
            return known->second;
        }
        if (m_stacks.size() >= kMostKept) { // neighbouring rows have neighbouring lengths
            m_stacks.clear();
        }
        ResolvedScenario changed = m_scenario;
        changed.workload.sequence = length;
        Result<TrainingStack> made = trainingStack(changed, m_compared, Selective::Left);
        return m_stacks.emplace(length, made ? std::optional(std::move(*made)) : std::nullopt).first->second;
    }

private:
    static constexpr std::size_t kMostKept = 256; // of deep models each takes tens of kilobytes

    const ResolvedScenario& m_scenario;
    std::vector<PolicySpec> m_compared;
    std::map<Count, std::optional<TrainingStack>> m_stacks;
};

// The schedules of `optimal` at the scenario's own length, by budget.
class Plans {
public:
    explicit Plans(std::optional<TrainingStack> stack)
        : m_stack(std::move(stack))
    {
        if (m_stack) {
            m_frontier = optimalFrontier(m_stack->model, m_stack->table);
        }
    }

    // Empty if there is none.
    [[nodiscard]] std::vector<Run> within(Bytes budget) const
    {
        for (const OptimalPlan& plan : m_frontier) {
            if (plan.peakBytes == budget) {
                return plan.schedule.runs;
            }
        }
        if (!m_stack) {
            return {};
        }
        Result<OptimalPlan> plan = planOptimal(m_stack->model, m_stack->table, budget); // between two points
        return plan ? std::move(plan->schedule.runs) : std::vector<Run> {};
    }

private:
    std::optional<TrainingStack> m_stack;
    std::vector<OptimalPlan> m_frontier;
};

} // namespace

std::vector<std::optional<Count>> largestSequences(const ResolvedScenario& scenario, std::span<const SweepRow> rows)
{
    std::vector<std::optional<Count>> lengths(rows.size());
    if (scenario.accounting == Accounting::Article) {
        std::transform(rows.begin(), rows.end(), lengths.begin(),
            [&scenario](const SweepRow& row) { return byLaw(scenario, row); });
        return lengths;
    }
    if (rows.size() > kMostSequenceRows) {
        return lengths;
    }
    std::vector<PolicySpec> specs;
    std::transform(rows.begin(), rows.end(), std::back_inserter(specs),
        [&scenario](const SweepRow& row) { return specOf(scenario, row); });
    Lengths known(scenario, specs);
    std::optional<Plans> plans;
    std::vector<Run> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (specs[i].id == PolicyId::Optimal) {
            if (!plans) {
                plans.emplace(known.at(scenario.workload.sequence));
            }
            runs = plans->within(specs[i].number.value_or(0));
        } else if (!writeRuns(specs[i], tensorGroups(specs[i].tensors), scenario.model.layers, runs)) {
            runs.clear();
        }
        if (!runs.empty()) {
            lengths[i] = largestLength(longestOf(scenario), [&](Count length) { return known.over(length, runs); });
        }
    }
    return lengths;
}

} // namespace sublinear
