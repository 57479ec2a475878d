// SPDX-License-Identifier: MIT
#include "core/plan/evaluate.h"

#include "core/base/text.h"
#include "core/plan/article.h"
#include "core/plan/pareto.h"
#include "core/plan/recommend.h"
#include "core/plan/split.h"
#include "core/plan/sweep.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/training/evaluate_training.h"

namespace sublinear {

namespace {

// Why a policy or its number has no row in article accounting; `field` is where it was given.
Error withoutLaw(std::string_view field, const PolicySpec& spec, Count layers)
{
    if (hasLaw(spec.id)) {
        const NumberRange range = numberRange(spec.id, layers);
        return refusal(field, policyText(spec),
            std::string(policyInfo(spec.id).text) + " with " + wholeRangeText(range.first, range.last));
    }
    std::vector<std::string_view> names;
    for (const PolicyInfo& info : allPolicies()) {
        if (hasLaw(info.id)) {
            names.push_back(info.text);
        }
    }
    // as it was typed: tensors may be filled in, and the scenario's own number derived
    const std::string_view name = policyInfo(spec.id).text;
    PolicySpec typed = spec;
    typed.tensors.clear();
    return refusal(field, field == "policies" ? policyText(typed) : std::string(name),
        "in article accounting one of " + join(names) + "; with accounting=training it takes " + std::string(name)
            + " too");
}

// A spec that no sweep could list: no law, or its number out of range.
bool isListable(const PolicySpec& spec, Count layers)
{
    const bool wholeSweep = hasLaw(spec.id) && !spec.number;
    return wholeSweep || lawUnits(spec, layers).has_value();
}

std::vector<LayerStore> layerStores(const ArticleStack& stack, const PolicySpec& chosen)
{
    const Bytes act = stack.layer.totalBytes;
    std::vector<LayerStore> stores;
    stores.reserve(static_cast<std::size_t>(stack.layers));
    for (const LayerFate fate : layerFates(chosen, stack.layers)) {
        const bool whole = fate == LayerFate::Kept || fate == LayerFate::Checkpoint;
        stores.push_back({ fate, whole ? act : fate == LayerFate::Boundary ? stack.layer.boundaryBytes : 0, act });
    }
    return stores;
}

Result<Evaluation> evaluateArticle(const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    const Count layers = scenario.model.layers;
    const PolicySpec chosen = chosenPolicy(scenario);
    const std::optional<LawUnits> units = lawUnits(chosen, layers);
    if (!units) {
        return withoutLaw("checkpointing.policy", chosen, layers);
    }
    for (const PolicySpec& spec : compared) {
        if (!isListable(spec, layers)) {
            return withoutLaw("policies", spec, layers);
        }
    }
    Result<ArticleStack> made = articleStack(scenario);
    if (!made) {
        return made.error();
    }
    ArticleStack& stack = *made;
    const std::optional<SweepRow> row = articleRow(stack, chosen, *units);
    std::optional<MemorySplit> split = articleSplit(stack, chosen, *units);
    if (!row || !split) {
        return overLimit("the chosen policy's");
    }

    Evaluation evaluation;
    evaluation.scenario = scenario;
    evaluation.parameterCount = stack.parameterCount;
    evaluation.memory = std::move(*split);
    evaluation.storeAllBytes = stack.storeAllBytes;
    evaluation.chosen = *row;
    evaluation.depth = layerStores(stack, chosen);
    PolicySpec overAllNumbers = chosen;
    overAllNumbers.number.reset();
    appendSweep(stack, overAllNumbers, evaluation.sweep, evaluation.rowsLeftOut);
    for (const PolicySpec& spec : compared) {
        appendSweep(stack, spec, evaluation.compared, evaluation.rowsLeftOut);
    }
    markPareto(evaluation.sweep, evaluation.compared);
    evaluation.meanings = rowsAtNumber(stack, chosen, scenario.checkpointing.k);
    for (const SweepRow& listed : evaluation.sweep) {
        if (listed.k == row->k) {
            evaluation.chosen = listed;
        }
    }
    evaluation.recommendation = recommend(stack, scenario, evaluation.sweep, evaluation.chosen);
    evaluation.layer = std::move(stack.layer);
    return evaluation;
}

} // namespace

Result<Evaluation> evaluate(const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    // Each accounting has one entry here; what it refuses it names by field.
    switch (scenario.accounting) {
    case Accounting::Article:
        return evaluateArticle(scenario, compared);
    case Accounting::Training:
        break;
    }
    return evaluateTraining(scenario, compared);
}

Result<Evaluation> evaluate(const Scenario& scenario, std::span<const PolicySpec> compared)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    if (!resolved) {
        return resolved.error();
    }
    return evaluate(*resolved, compared);
}

bool needsSearch(PolicyId policy, Count layers)
{
    constexpr Count kSoonSwept = 128; // a sweep over slots grows with N*N*log(N)
    return policy == PolicyId::Optimal || (policy == PolicyId::Revolve && layers > kSoonSwept);
}

} // namespace sublinear
