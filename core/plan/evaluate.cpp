// SPDX-License-Identifier: MIT
#include "core/plan/evaluate.h"

#include "core/plan/article.h"
#include "core/plan/article_rows.h"
#include "core/plan/pareto.h"
#include "core/plan/recommend.h"
#include "core/plan/split.h"
#include "core/plan/sweep.h"
#include "core/plan/thinned_sweep.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/training/evaluate_training.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

Error outOfRange(std::string_view field, const PolicySpec& spec, Count layers)
{
    const NumberRange range = numberRange(spec.id, layers);
    return refusal(field, policyText(spec),
        std::string(policyInfo(spec.id).text) + " with " + wholeRangeText(range.first, range.last));
}

// Whether a sweep can list it: a number out of range cannot be.
bool isListable(const PolicySpec& spec, Count layers)
{
    const PolicyNumber number = policyInfo(spec.id).number;
    if (!spec.number || number == PolicyNumber::None || number == PolicyNumber::Budget) {
        return true;
    }
    const NumberRange range = numberRange(spec.id, layers);
    return *spec.number >= range.first && *spec.number <= range.last
        && (!hasLaw(spec.id) || lawUnits(spec, layers).has_value());
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

// What of an evaluation depends on the chosen policy alone.
struct Chosen {
    SweepRow row;
    MemorySplit memory;
    std::vector<LayerStore> depth;
};

std::optional<Chosen> chosenByLaw(const ArticleStack& stack, const PolicySpec& spec)
{
    const std::optional<LawUnits> units = lawUnits(spec, stack.layers);
    if (!units) {
        return std::nullopt;
    }
    const std::optional<SweepRow> row = articleRow(stack, spec, *units);
    std::optional<MemorySplit> split = articleSplit(stack, spec, *units);
    if (!row || !split) {
        return std::nullopt;
    }
    return Chosen { *row, std::move(*split), layerStores(stack, spec) };
}

std::optional<Chosen> chosenSimulated(ArticleRows& rows, const PolicySpec& spec)
{
    const std::optional<SweepRow> row = rows.row(spec);
    return row ? std::optional(Chosen { *row, rows.split(*row), rows.depth() }) : std::nullopt;
}

// Rows of any policy: those without a law need a model, which is made when the first is asked for.
class Rows {
public:
    Rows(const ResolvedScenario& scenario, const ArticleStack& stack)
        : m_scenario(scenario)
        , m_stack(stack)
    {
    }

    ArticleRows& simulated()
    {
        if (!m_simulated) {
            m_simulated.emplace(m_scenario, m_stack);
        }
        return *m_simulated;
    }

    void append(const PolicySpec& spec, std::vector<SweepRow>& rows, Evaluation& evaluation)
    {
        if (hasLaw(spec.id)) {
            appendSweep(m_stack, spec, rows, evaluation.rowsLeftOut);
            return;
        }
        simulated().append(spec, rows, evaluation.rowsLeftOut);
    }

private:
    const ResolvedScenario& m_scenario;
    const ArticleStack& m_stack;
    std::optional<ArticleRows> m_simulated;
};

// Where not even the schedule that needs least fits what the device has left, an open budget is
// that one's: it does not fit, and by how much is the answer.
PolicySpec raised(PolicySpec chosen, const ResolvedScenario& scenario, std::span<const SweepRow> sweep)
{
    if (chosen.id == PolicyId::Optimal && !scenario.checkpointing.budgetBytes && !sweep.empty()) {
        chosen.number = std::max(chosen.number.value_or(0), sweep.front().k.value_or(0)); // budgets ascend
    }
    return chosen;
}

Result<Evaluation> evaluateArticle(const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    const Count layers = scenario.model.layers;
    PolicySpec chosen = chosenPolicy(scenario);
    if (hasLaw(chosen.id) ? !lawUnits(chosen, layers) : !isListable(chosen, layers)) {
        return outOfRange("checkpointing.policy", chosen, layers);
    }
    for (const PolicySpec& spec : compared) {
        if (!isListable(spec, layers)) {
            return outOfRange("policies", spec, layers);
        }
    }
    Result<ArticleStack> made = articleStack(scenario);
    if (!made) {
        return made.error();
    }
    ArticleStack& stack = *made;
    Rows rows(scenario, stack);
    Evaluation evaluation;
    evaluation.scenario = scenario;
    evaluation.parameterCount = stack.parameterCount;
    evaluation.storeAllBytes = stack.storeAllBytes;
    PolicySpec overAllNumbers = chosen;
    overAllNumbers.number.reset();
    rows.append(overAllNumbers, evaluation.sweep, evaluation);
    completeThinned(evaluation.sweep, scenario, [&](Count number) {
        overAllNumbers.number = number;
        return rows.simulated().row(overAllNumbers);
    });
    std::optional<Chosen> found;
    if (hasLaw(chosen.id)) {
        found = chosenByLaw(stack, chosen);
    } else {
        chosen = raised(rows.simulated().withBudget(chosen), scenario, evaluation.sweep);
        found = chosenSimulated(rows.simulated(), chosen);
        if (!found && !rows.simulated().error().message.empty()) {
            return rows.simulated().error();
        }
    }
    if (!found) {
        return overLimit("the chosen policy's");
    }
    evaluation.memory = std::move(found->memory);
    evaluation.chosen = found->row;
    evaluation.depth = std::move(found->depth);
    for (const PolicySpec& spec : compared) {
        rows.append(spec, evaluation.compared, evaluation);
        if (!hasLaw(spec.id) && !rows.simulated().error().message.empty()) {
            evaluation.refusedRows.push_back(leftOut(spec, rows.simulated().error()));
        }
    }
    markPareto(evaluation.sweep, evaluation.compared);
    evaluation.meanings = rowsAtNumber(stack, chosen, scenario.checkpointing.k);
    for (const SweepRow& listed : evaluation.sweep) {
        if (listed.k == found->row.k) {
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
    // A list names policies and numbers; what else a policy takes is the scenario's, in either accounting.
    std::vector<PolicySpec> specs(compared.begin(), compared.end());
    for (PolicySpec& spec : specs) {
        spec = inScenario(std::move(spec), scenario);
    }
    // Each accounting has one entry here; what it refuses it names by field.
    switch (scenario.accounting) {
    case Accounting::Article:
        return evaluateArticle(scenario, specs);
    case Accounting::Training:
        break;
    }
    return evaluateTraining(scenario, specs);
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
