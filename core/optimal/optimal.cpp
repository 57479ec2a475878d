// SPDX-License-Identifier: MIT
#include "core/optimal/optimal.h"

#include "core/base/units.h"
#include "core/policy/law.h"
#include "core/schedule/policies.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <utility>

namespace sublinear {

namespace {

constexpr Wide kNoLimit = Wide { std::numeric_limits<Bytes>::max() };
constexpr Count kMostElements = 128; // longer chains are grouped

// GELU and norms cost no FLOPs to make again; attention and the up-projection do.
constexpr std::array<TensorGroups, 4> kPlain { kNoGroup, kAttentionGroup, kUpGroup, kAttentionGroup | kUpGroup };

constexpr std::array<TensorGroups, kGroupSets> everySet()
{
    std::array<TensorGroups, kGroupSets> sets {};
    for (std::size_t i = 0; i < sets.size(); ++i) {
        sets[i] = static_cast<TensorGroups>(i);
    }
    return sets;
}
constexpr std::array<TensorGroups, kGroupSets> kAll = everySet(); // the bare one first: of equals it stays

// Options that another one equals or beats in bytes kept, in peaks and in FLOPs, for every
// kind of layer, only make the search longer.
std::vector<TensorGroups> usefulOptions(const StepTable& table, std::span<const TensorGroups> options)
{
    const auto beats = [&table](TensorGroups a, TensorGroups b) {
        for (std::size_t kind = 0; kind < table.forms[a].size(); ++kind) {
            for (const Form form : { Form::ForwardKeep, Form::RecomputeThrough, Form::RecomputeLast, Form::Backward }) {
                const StepTable::Entry& left = table.forms[a][kind][static_cast<std::size_t>(form)];
                const StepTable::Entry& right = table.forms[b][kind][static_cast<std::size_t>(form)];
                const bool frees = form == Form::Backward; // a backward pass that frees less had less to free
                if (left.peak > right.peak || left.recomputeFlops > right.recomputeFlops
                    || (!frees && left.after > right.after)) {
                    return false;
                }
            }
        }
        return true;
    };
    std::vector<TensorGroups> useful;
    for (std::size_t i = 0; i < options.size(); ++i) {
        bool needed = true;
        for (std::size_t j = 0; j < options.size() && needed; ++j) {
            const bool tie = j > i && beats(options[i], options[j]); // of equals the first stays
            needed = j == i || tie || !beats(options[j], options[i]);
        }
        if (needed) {
            useful.push_back(options[i]);
        }
    }
    return useful;
}

Element::Cost costOf(const StepTable::Entry& entry)
{
    return { entry.peak, entry.after, 0 };
}

OptimalSearch searchWith(
    const LayerModel& model, const StepTable& table, std::span<const TensorGroups> options, Count group, Wide budget)
{
    return { elementsOf(model, table, usefulOptions(table, options), group), costOf(table.head),
        budget - table.embed.after };
}

// Stretches that do not look alike: each is searched by itself.
std::size_t differentStretches(const LayerModel& model)
{
    constexpr std::uint64_t kFactor = 0x100000001b3; // FNV's
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t first = 0; first < model.layerKinds.size(); ++first) {
        std::uint64_t name = 0;
        for (std::size_t last = first; last < model.layerKinds.size(); ++last) {
            name = (name + model.layerKinds[last] + 1U) * kFactor;
            seen.insert(name);
        }
    }
    return seen.size();
}

// 128 equal layers have 128 different stretches, behind three dense ones 504; the most, 4224, has half of
// one kind and half of another, which would take half a second.
Count groupFor(const LayerModel& model)
{
    constexpr std::size_t kMostStretches = 3000;
    const Count group = (model.layers + kMostElements - 1) / kMostElements;
    return group == 1 && differentStretches(model) > kMostStretches ? 2 : group;
}

// The steps and what the simulation says of them.
OptimalPlan planOf(const LayerModel& model, const StepTable& table, std::vector<Run> runs, bool exact)
{
    OptimalPlan plan;
    plan.schedule.layers = model.layers;
    plan.schedule.runs = std::move(runs);
    const LayerPeak peak = simulateRuns(model, table, plan.schedule.runs);
    plan.peakBytes = static_cast<Bytes>(std::min(peak.bytes, kNoLimit));
    plan.recomputeFlops = peak.recomputeFlops;
    plan.exact = exact;
    return plan;
}

void consider(std::optional<OptimalPlan>& best, OptimalPlan candidate, Bytes budget)
{
    if (candidate.peakBytes <= budget && (!best || candidate.recomputeFlops < best->recomputeFlops)) {
        best = std::move(candidate);
    }
}

// Grouping may miss what a simple policy hits: every policy at every number, of those what none
// of the others beats, peaks ascending.
struct PolicyPoint {
    Wide peak = 0;
    Flops cost = 0;
    PolicySpec spec;
    TensorGroups dropped = kNoGroup;
};

std::vector<PolicyPoint> policyPoints(
    const LayerModel& model, const StepTable& table, std::span<const TensorGroups> options)
{
    std::vector<PolicyPoint> all;
    std::vector<Run> runs;
    const auto add = [&](PolicySpec spec, TensorGroups dropped) {
        if (writeRuns(spec, dropped, model.layers, runs)) {
            const LayerPeak peak = simulateRuns(model, table, runs);
            all.push_back({ peak.bytes, peak.recomputeFlops, std::move(spec), dropped });
        }
    };
    for (const PolicyInfo& info : allPolicies()) {
        const bool numbered = info.number != PolicyNumber::None;
        const std::vector<Count> numbers = numbered ? sweptNumbers(info.id, model.layers) : std::vector<Count> { 0 };
        // what revolve keeps are inputs, whose size no option changes
        const std::size_t tried = info.number == PolicyNumber::Slots ? 1 : options.size();
        for (std::size_t option = 0; option < tried; ++option) {
            for (const Count number : numbers) {
                PolicySpec spec;
                spec.id = info.id;
                spec.number = numbered ? std::optional(number) : std::nullopt;
                add(std::move(spec), options[option]);
            }
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const PolicyPoint& left, const PolicyPoint& right) {
        return left.peak != right.peak ? left.peak < right.peak : left.cost < right.cost;
    });
    std::vector<PolicyPoint> best;
    for (PolicyPoint& point : all) {
        if (best.empty() || point.cost < best.back().cost) {
            best.push_back(std::move(point));
        }
    }
    return best;
}

OptimalPlan planOf(const LayerModel& model, const StepTable& table, const PolicyPoint& point)
{
    std::vector<Run> runs;
    writeRuns(point.spec, point.dropped, model.layers, runs);
    return planOf(model, table, std::move(runs), false);
}

// What of the policies beats the plans, merged in; both with peaks ascending.
void mergePolicies(std::vector<OptimalPlan>& plans, const LayerModel& model, const StepTable& table,
    std::span<const PolicyPoint> points)
{
    std::vector<OptimalPlan> merged;
    std::size_t next = 0;
    const auto take = [&merged](OptimalPlan plan) {
        if (!merged.empty() && plan.recomputeFlops >= merged.back().recomputeFlops) {
            return;
        }
        if (!merged.empty() && merged.back().peakBytes == plan.peakBytes) {
            merged.pop_back(); // the same bytes for less
        }
        merged.push_back(std::move(plan));
    };
    for (OptimalPlan& plan : plans) {
        for (; next < points.size() && points[next].peak < plan.peakBytes; ++next) {
            if (merged.empty() || points[next].cost < merged.back().recomputeFlops) {
                take(planOf(model, table, points[next]));
            }
        }
        take(std::move(plan));
    }
    plans = std::move(merged);
}

} // namespace

std::span<const TensorGroups> optimalDropped()
{
    return kAll;
}

std::optional<OptimalPlan> optimalWithin(const LayerModel& model, const StepTable& table, Bytes budget)
{
    std::optional<OptimalPlan> best;
    for (const std::span<const TensorGroups> options : { std::span<const TensorGroups>(kPlain), optimalDropped() }) {
        const OptimalSearch search = searchWith(model, table, options, groupFor(model), budget);
        if (!search.points().empty()) {
            const std::size_t cheapest = search.points().size() - 1;
            consider(best, planOf(model, table, search.runs(cheapest), search.exact()), budget);
        }
        if (!search.exact()) {
            for (const PolicyPoint& point : policyPoints(model, table, usefulOptions(table, options))) {
                if (point.peak <= budget && (!best || point.cost < best->recomputeFlops)) {
                    consider(best, planOf(model, table, point), budget);
                }
            }
        }
    }
    return best;
}

Result<OptimalPlan> planOptimal(const LayerModel& model, const StepTable& table, Bytes budget)
{
    if (std::optional<OptimalPlan> best = optimalWithin(model, table, budget)) {
        return std::move(*best);
    }
    const std::vector<OptimalPlan> all = optimalFrontier(model, table);
    std::string message = "checkpointing.budget_bytes: no schedule fits in " + formatSize(budget);
    if (!all.empty()) { // in bytes too: typed in, it works
        const Bytes least = all.front().peakBytes;
        message += "; the least is " + formatSize(least) + " (" + std::to_string(least) + ")";
    }
    return Error { std::move(message), "checkpointing.budget_bytes" };
}

std::vector<OptimalPlan> optimalFrontier(
    const LayerModel& model, const StepTable& table, std::span<const TensorGroups> options, Count group)
{
    const OptimalSearch search = searchWith(model, table, options, group, kNoLimit);
    std::vector<OptimalPlan> plans;
    for (std::size_t i = 0; i < search.points().size(); ++i) {
        OptimalPlan plan = planOf(model, table, search.runs(i), search.exact());
        // below the bytes of embedding and optimizer all peaks are equal, and the last is the cheapest
        if (!plans.empty() && plans.back().peakBytes >= plan.peakBytes) {
            plans.pop_back();
        }
        plans.push_back(std::move(plan));
    }
    if (!search.exact()) {
        mergePolicies(plans, model, table, policyPoints(model, table, usefulOptions(table, options)));
    }
    return plans;
}

std::vector<OptimalPlan> optimalFrontier(const LayerModel& model, const StepTable& table)
{
    return optimalFrontier(model, table, optimalDropped(), groupFor(model));
}

} // namespace sublinear
