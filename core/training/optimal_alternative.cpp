// SPDX-License-Identifier: MIT
#include "core/training/optimal_alternative.h"

#include "core/optimal/optimal.h"
#include "core/plan/alternatives.h"
#include "core/plan/article_model.h"
#include "core/training/rows.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sublinear {

namespace {

// A plan for what the device has left.
struct Found {
    Bytes peakBytes = 0;
    Bytes besideBytes = 0; ///< what stays through the whole step
    double extraForwardFraction = 0;
};

std::optional<Found> foundWithin(
    const LayerModel& model, const StepTable& table, Bytes capacity, Bytes beside, Flops forward)
{
    const std::optional<OptimalPlan> plan = optimalWithin(model, table, capacity - beside);
    return plan ? std::optional(Found { plan->peakBytes, beside, plan->recomputeFlops / forward }) : std::nullopt;
}

std::optional<Found> foundInTraining(const ResolvedScenario& scenario)
{
    PolicySpec spec;
    spec.id = PolicyId::Optimal;
    const Result<TrainingStack> stack = trainingStack(scenario, std::array { spec });
    if (!stack || stack->leastBytes > stack->capacityBytes) {
        return std::nullopt;
    }
    return foundWithin(stack->model, stack->table, stack->capacityBytes, stack->states.totalBytes, stack->forwardFlops);
}

std::optional<Found> foundInArticle(const ResolvedScenario& scenario)
{
    const Result<ArticleStack> stack = articleStack(scenario);
    if (!stack || stack->fixedBytes > stack->capacityBytes) {
        return std::nullopt;
    }
    const ArticleModel model = articleModel(scenario, *stack);
    return foundWithin(model.model, model.table, stack->capacityBytes, stack->fixedBytes, model.forwardFlops);
}

} // namespace

bool mayHaveOptimalAlternative(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    const bool nothingToGain = best.fits && best.extraForwardFraction == 0;
    return evaluation.scenario.checkpointing.policy != PolicyId::Optimal && !nothingToGain;
}

std::optional<Alternative> optimalAlternative(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    const Recommendation& best = evaluation.recommendation;
    if (!mayHaveOptimalAlternative(evaluation)) {
        return std::nullopt;
    }
    const bool article = scenario.accounting == Accounting::Article;
    const std::optional<Found> found = article ? foundInArticle(scenario) : foundInTraining(scenario);
    if (!found) {
        return std::nullopt;
    }
    const double extra = found->extraForwardFraction;
    const bool beaten = (best.fits && best.extraForwardFraction <= extra)
        || std::any_of(best.alternatives.begin(), best.alternatives.end(), [extra](const Alternative& other) {
               return other.fits && other.extraForwardFraction && *other.extraForwardFraction <= extra;
           });
    if (beaten) {
        return std::nullopt;
    }
    PolicySpec spec;
    spec.id = PolicyId::Optimal;
    spec.number = found->peakBytes;
    return Alternative { policyText(spec), found->peakBytes + found->besideBytes, true, extra };
}

void addAlternative(Evaluation& evaluation, Alternative first)
{
    auto& alternatives = evaluation.recommendation.alternatives;
    alternatives.insert(alternatives.begin(), std::move(first));
}

namespace {

// Of the rows that were asked for beside it: as little recomputed as recommended, in fewer bytes.
std::optional<Alternative> listedOptimal(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    const SweepRow* least = nullptr;
    for (const SweepRow& row : evaluation.compared) {
        const bool ties = row.policy == PolicyId::Optimal && row.fits && best.policy != PolicyId::Optimal
            && row.extraForwardFraction == best.extraForwardFraction && row.totalBytes < best.totalBytes;
        if (ties && (least == nullptr || row.totalBytes < least->totalBytes)) {
            least = &row;
        }
    }
    if (least == nullptr || !best.fits || isListed(best.alternatives, least->totalBytes)) {
        return std::nullopt;
    }
    PolicySpec spec;
    spec.id = PolicyId::Optimal;
    spec.number = least->k;
    return Alternative { policyText(spec), least->totalBytes, true, least->extraForwardFraction };
}

} // namespace

void addOptimalAlternative(Evaluation& evaluation)
{
    if (std::optional<Alternative> listed = listedOptimal(evaluation)) {
        evaluation.recommendation.alternatives.push_back(std::move(*listed));
    }
    if (std::optional<Alternative> found = optimalAlternative(evaluation)) {
        addAlternative(evaluation, std::move(*found));
    }
}

} // namespace sublinear
