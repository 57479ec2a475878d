// SPDX-License-Identifier: MIT
#include "core/training/largest_sequence.h"

#include "core/optimal/optimal.h"
#include "core/plan/article_model.h"
#include "core/scenario/limits.h"
#include "core/schedule/policies.h"
#include "core/training/article_schedules.h"
#include "core/training/executed.h"
#include "core/training/lengths.h"
#include "core/training/stack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
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

// `activations(changed scenario, its stack)`: bytes over the fixed ones.
template <class Activations> Count largestInArticle(const ResolvedScenario& scenario, const Activations& activations)
{
    ResolvedScenario changed = scenario;
    return largestLength(longestOf(scenario), [&](Count length) {
        changed.workload.sequence = length;
        const Result<ArticleStack> stack = articleStack(changed);
        if (!stack) {
            return kFarOver; // over 2^63-1 bytes
        }
        return static_cast<double>(activations(changed, *stack) + stack->fixedBytes - stack->capacityBytes);
    });
}

std::vector<std::optional<Count>> inArticle(const ResolvedScenario& scenario, std::span<const SweepRow> rows)
{
    std::vector<std::optional<Count>> lengths(rows.size());
    std::optional<ArticleSchedules> schedules;
    const bool simulates = simulatesSequences(scenario, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PolicySpec spec = policyOf(rows[i], scenario);
        if (const std::optional<LawUnits> units = lawUnits(spec, scenario.model.layers)) {
            lengths[i] = largestInArticle(scenario, [&](const ResolvedScenario&, const ArticleStack& stack) {
                const std::optional<Bytes> bytes =
                    activationBytes(*units, stack.layer.totalBytes, stack.layer.boundaryBytes).value();
                return bytes ? Wide { *bytes } : Wide { 1 } << 100;
            });
            continue;
        }
        if (!simulates) {
            continue;
        }
        if (!schedules) {
            schedules.emplace(scenario);
        }
        const std::vector<Run> runs = schedules->of(spec);
        if (!runs.empty()) {
            lengths[i] = largestInArticle(scenario, [&](const ResolvedScenario& changed, const ArticleStack& stack) {
                return simulateRuns(schedules->model(), articleTable(changed, stack), runs).bytes;
            });
        }
    }
    return lengths;
}

// The schedules of `optimal` at the scenario's own length, by budget.
class Plans {
public:
    explicit Plans(std::shared_ptr<const TrainingStack> stack)
        : m_stack(std::move(stack))
    {
        if (m_stack) {
            m_frontier = optimalFrontier(m_stack->model, m_stack->table);
        }
    }

    // Empty if there is none.
    [[nodiscard]] std::vector<Run> within(Bytes budget) const
    {
        return m_stack ? runsWithin(m_frontier, m_stack->model, m_stack->table, budget) : std::vector<Run> {};
    }

private:
    std::shared_ptr<const TrainingStack> m_stack;
    std::vector<OptimalPlan> m_frontier;
};

} // namespace

bool simulatesSequences(const ResolvedScenario& scenario, std::span<const SweepRow> rows)
{
    constexpr Count kMostLayerRows = 2'000'000; // each is simulated some thirty times
    const auto simulated = static_cast<Count>(std::count_if(rows.begin(), rows.end(),
        [&](const SweepRow& row) { return scenario.accounting == Accounting::Training || !hasLaw(row.policy); }));
    return simulated <= static_cast<Count>(kMostSequenceRows) && simulated * scenario.model.layers <= kMostLayerRows;
}

std::vector<std::optional<Count>> largestSequences(const ResolvedScenario& scenario, std::span<const SweepRow> rows)
{
    std::vector<std::optional<Count>> lengths(rows.size());
    if (scenario.accounting == Accounting::Article) {
        return inArticle(scenario, rows);
    }
    if (!simulatesSequences(scenario, rows)) {
        return lengths;
    }
    std::vector<PolicySpec> specs;
    std::transform(rows.begin(), rows.end(), std::back_inserter(specs),
        [&scenario](const SweepRow& row) { return policyOf(row, scenario); });
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
