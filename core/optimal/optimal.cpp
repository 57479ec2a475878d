// SPDX-License-Identifier: MIT
#include "core/optimal/optimal.h"

#include "core/base/units.h"
#include "core/schedule/policies.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sublinear {

namespace {

constexpr Wide kNoLimit = Wide { std::numeric_limits<Bytes>::max() };
constexpr Count kMostElements = 128; // longer chains are grouped

// GELU and norms cost no FLOPs to make again; attention and the up-projection do.
constexpr std::array<TensorGroups, 4> kPlain { kNoGroup, kAttentionGroup, kUpGroup, kAttentionGroup | kUpGroup };
constexpr std::array<TensorGroups, 8> kAll { kNoGroup, kAttentionGroup, kUpGroup, kAttentionGroup | kUpGroup,
    kGeluGroup | kNormsGroup, kGeluGroup | kNormsGroup | kAttentionGroup, kGeluGroup | kNormsGroup | kUpGroup,
    kGeluGroup | kNormsGroup | kAttentionGroup | kUpGroup };

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

Count groupFor(const LayerModel& model)
{
    return (model.layers + kMostElements - 1) / kMostElements;
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

// Grouping may miss what a simple policy hits.
void considerPolicies(std::optional<OptimalPlan>& best, const LayerModel& model, const StepTable& table,
    std::span<const TensorGroups> options, Bytes budget)
{
    std::vector<Run> runs;
    for (const TensorGroups dropped : options) {
        for (const PolicyId id : { PolicyId::FirstM, PolicyId::Segments, PolicyId::TwoLevel }) {
            for (Count number = 0; number <= model.layers; ++number) {
                PolicySpec spec;
                spec.id = id;
                spec.number = number;
                if (!writeRuns(spec, dropped, model.layers, runs)) {
                    continue;
                }
                const LayerPeak peak = simulateRuns(model, table, runs);
                if (peak.bytes <= budget && (!best || peak.recomputeFlops < best->recomputeFlops)) {
                    consider(best, planOf(model, table, runs, false), budget);
                }
            }
        }
    }
}

} // namespace

std::span<const TensorGroups> optimalDropped()
{
    return kAll;
}

Result<OptimalPlan> planOptimal(const LayerModel& model, const StepTable& table, Bytes budget)
{
    std::optional<OptimalPlan> best;
    for (const std::span<const TensorGroups> options : { std::span<const TensorGroups>(kPlain), optimalDropped() }) {
        const OptimalSearch search = searchWith(model, table, options, groupFor(model), budget);
        if (!search.points().empty()) {
            const std::size_t cheapest = search.points().size() - 1;
            consider(best, planOf(model, table, search.runs(cheapest), search.exact()), budget);
        }
        if (!search.exact()) {
            considerPolicies(best, model, table, options, budget);
        }
    }
    if (best) {
        return std::move(*best);
    }
    const std::vector<OptimalPlan> all = optimalFrontier(model, table);
    const std::string least = all.empty() ? "" : "; the least is " + formatGiBUnit(all.front().peakBytes);
    return Error { "checkpointing.budget_bytes: no schedule fits in " + formatGiBUnit(budget) + least,
        "checkpointing.budget_bytes" };
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
    return plans;
}

std::vector<OptimalPlan> optimalFrontier(const LayerModel& model, const StepTable& table)
{
    return optimalFrontier(model, table, optimalDropped(), groupFor(model));
}

} // namespace sublinear
