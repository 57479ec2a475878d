// SPDX-License-Identifier: MIT
#include "core/training/evaluate_training.h"

#include "core/base/units.h"
#include "core/optimal/optimal.h"
#include "core/plan/article.h"
#include "core/plan/pareto.h"
#include "core/plan/thinned_sweep.h"
#include "core/policy/law.h"
#include "core/program/lower.h"
#include "core/scenario/refusal.h"
#include "core/schedule/policies.h"
#include "core/training/advise.h"
#include "core/training/depth.h"
#include "core/training/layer_tensors.h"
#include "core/training/rows.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

// A policy whose number the scenario leaves open: `optimal` takes what the device has left.
PolicySpec chosenIn(const ResolvedScenario& scenario, const TrainingStack& stack)
{
    PolicySpec chosen = chosenPolicy(scenario);
    if (chosen.id == PolicyId::Optimal && !chosen.number) {
        chosen.number = std::max<Bytes>(0, stack.capacityBytes - stack.states.totalBytes);
    }
    return chosen;
}

// Where not even the schedule that needs `least` fits what the device has left, an open budget is
// that one's: it does not fit, and by how much is the answer.
void raiseOpenBudget(PolicySpec& chosen, const ResolvedScenario& scenario, Bytes least)
{
    if (chosen.id == PolicyId::Optimal && !scenario.checkpointing.budgetBytes) {
        chosen.number = std::max(chosen.number.value_or(0), least);
    }
}

Error notScheduled(std::string_view field, const PolicySpec& spec, Count layers)
{
    const NumberRange range = numberRange(spec.id, layers);
    return refusal(field, policyText(spec),
        std::string(policyInfo(spec.id).text) + " with " + wholeRangeText(range.first, range.last));
}

bool isListable(const PolicySpec& spec, Count layers)
{
    if (!spec.number || spec.id == PolicyId::Optimal) {
        return true;
    }
    const NumberRange range = numberRange(spec.id, layers);
    return *spec.number >= range.first && *spec.number <= range.last;
}

std::string_view formulaOf(const TrainingStack& stack, MemoryKind kind)
{
    for (const MemoryRow& row : stack.states.rows) {
        if (row.kind == kind) {
            return row.formula;
        }
    }
    switch (kind) {
    case MemoryKind::Gradients:
        return "parameters passed by the backward pass * gradient_dtype";
    case MemoryKind::Activations:
        return "saved sets and inputs of layers kept in full; what embedding and head keep";
    case MemoryKind::Checkpoints:
        return "what stays to recompute from";
    case MemoryKind::Recomputed:
        return "saved sets and inputs made again";
    case MemoryKind::Transient:
        return "tensors of the operation at the peak";
    case MemoryKind::Logits:
        return "logits, their fp32 copy and their gradient";
    case MemoryKind::Parameters:
    case MemoryKind::MasterWeights:
    case MemoryKind::Optimizer:
    case MemoryKind::Reserve:
        break;
    }
    return "";
}

// Gradients that come and go are in proportion to a given count, too.
Basis basisOf(const TrainingStack& stack, MemoryKind kind)
{
    for (const MemoryRow& row : stack.states.rows) {
        if (row.kind == kind) {
            return row.basis;
        }
    }
    return kind == MemoryKind::Gradients && stack.options.givenParameters != 0 ? Basis::Assumed : Basis::Formula;
}

MemorySplit splitOf(const TrainingStack& stack, const SweepRow& row, std::string_view peakAt)
{
    MemorySplit split;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        if (row.byKind[kind] != 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            const bool assumed = memoryKind == MemoryKind::Reserve
                || (memoryKind == MemoryKind::Transient && peakAt == "optimizer step");
            split.rows.push_back({ memoryKind, formulaOf(stack, memoryKind), row.byKind[kind],
                assumed ? Basis::Assumed : basisOf(stack, memoryKind) });
        }
    }
    split.totalBytes = row.totalBytes;
    split.capacityBytes = stack.capacityBytes;
    split.marginBytes = stack.capacityBytes - row.totalBytes;
    split.fits = row.fits;
    split.peakAt = peakAt;
    split.scheduledBytes = row.totalBytes;
    return split;
}

// Every policy with a law at the scenario's K: what the same number means to each.
std::vector<SweepRow> meaningsOf(TrainingRows& rows, const ResolvedScenario& scenario)
{
    std::vector<SweepRow> meanings;
    for (const PolicyInfo& info : allPolicies()) {
        if (!hasLaw(info.id)) {
            continue;
        }
        PolicySpec spec;
        spec.id = info.id;
        if (info.number != PolicyNumber::None) {
            spec.number = scenario.checkpointing.k;
        }
        spec = inScenario(std::move(spec), scenario);
        if (const std::optional<SweepRow> row = rows.row(spec)) {
            meanings.push_back(*row);
        }
    }
    return meanings;
}

// The layer that most of the model is made of.
const Block& typicalLayer(const Chain& chain)
{
    return chain.layer((chain.layers() + 1) / 2 + (chain.kinds.size() > 1 ? chain.layers() / 2 : 0));
}

} // namespace

Result<Evaluation> evaluateTraining(const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    for (const PolicySpec& spec : compared) {
        if (!isListable(spec, scenario.model.layers)) {
            return notScheduled("policies", spec, scenario.model.layers);
        }
    }
    const Result<TrainingStack> made = trainingStack(scenario, compared);
    if (!made) {
        return made.error();
    }
    const TrainingStack& stack = *made;
    TrainingRows rows(stack);
    PolicySpec chosen = chosenIn(scenario, stack);
    Evaluation evaluation;
    evaluation.scenario = scenario;
    evaluation.parameterCount = stack.parameterCount;
    evaluation.layer = layerTensors(typicalLayer(stack.chain));
    evaluation.storeAllBytes = stack.storeAllBytes;

    PolicySpec overAllNumbers = chosen;
    overAllNumbers.number.reset();
    rows.append(overAllNumbers, evaluation.sweep, evaluation.rowsLeftOut);
    completeThinned(evaluation.sweep, scenario, [&](Count number) {
        overAllNumbers.number = number;
        return rows.row(overAllNumbers);
    });
    if (!evaluation.sweep.empty()) { // budgets ascend
        raiseOpenBudget(chosen, scenario, evaluation.sweep.front().k.value_or(0));
    }
    for (const PolicySpec& spec : compared) {
        rows.append(spec, evaluation.compared, evaluation.rowsLeftOut);
        if (!rows.error().message.empty()) {
            evaluation.refusedRows.push_back(leftOut(spec, rows.error()));
        }
    }
    markPareto(evaluation.sweep, evaluation.compared);
    evaluation.meanings = meaningsOf(rows, scenario);
    const std::optional<SweepRow> row = rows.row(chosen);
    if (!row) {
        return rows.error().message.empty() ? overLimit("the chosen policy's") : rows.error();
    }
    evaluation.chosen = *row;
    evaluation.depth = layerStores(stack, chosen, rows.runs());
    evaluation.memory = splitOf(stack, *row, rows.peakAt());
    for (const SweepRow& listed : evaluation.sweep) {
        if (listed.k == row->k) {
            evaluation.chosen = listed;
        }
    }
    evaluation.recommendation = adviseTraining(stack, rows, scenario, evaluation.sweep, evaluation.chosen);
    return evaluation;
}

Status checkLength(std::span<const Run> runs)
{
    Count passes = 0;
    for (const Run& run : runs) {
        passes += run.recomputes ? 2 * run.count : run.count;
    }
    if (passes <= kMostPasses) {
        return success();
    }
    return Error { "timeline: this step runs layers " + formatGrouped(passes)
            + " times, too often to be told one by one; " + "up to " + formatGrouped(kMostPasses) + " are",
        "checkpointing.policy" };
}

Result<TrainingStep> trainingStep(const ResolvedScenario& scenario, OptimizerTemporary temporary)
{
    const Result<TrainingStack> stack = trainingStack(scenario, {});
    if (!stack) {
        return stack.error();
    }
    TrainingRows rows(*stack);
    PolicySpec chosen = chosenIn(scenario, *stack);
    if (chosen.id == PolicyId::Optimal && !rows.row(chosen)) {
        const std::vector<OptimalPlan> plans = optimalFrontier(stack->model, stack->table);
        raiseOpenBudget(chosen, scenario, plans.empty() ? 0 : plans.front().peakBytes);
    }
    if (!rows.row(chosen)) {
        return rows.error().message.empty() ? overLimit("the chosen policy's") : rows.error();
    }
    if (const Status length = checkLength(rows.runs()); !length) {
        return length.error();
    }
    TrainingStep step;
    step.schedule = { stack->layers, chosen.id == PolicyId::Article && chosen.number.value_or(1) > 1, rows.runs() };
    LowerOptions options = stack->options;
    if (temporary == OptimizerTemporary::None) {
        options.optimizerTemporaryBytes = 0;
    }
    const Result<Program> program = lower(stack->chain, step.schedule, options);
    if (!program) {
        return program.error();
    }
    for (const MemoryRow& state : stack->states.rows) {
        step.states[static_cast<std::size_t>(state.kind)] += state.bytes;
    }
    const std::vector<BytesByKind> kinds = liveByKind(*program);
    Timeline& timeline = step.timeline;
    timeline.ops.reserve(program->ops.size());
    step.stepOf.reserve(program->ops.size());
    for (std::size_t i = 0; i < program->ops.size(); ++i) {
        const ProgramOp& op = program->ops[i];
        TimelineOp made;
        made.index = static_cast<Count>(i);
        made.step = toText(op.pass);
        made.layer = op.stage > stack->layers ? 0 : op.stage;
        made.name = std::string(op.name) + (made.layer > 0 ? ", layer " + std::to_string(made.layer) : "");
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            made.byKind[kind] = kinds[i][kind] + step.states[kind];
            made.liveBytes += made.byKind[kind];
        }
        if (timeline.ops.empty()
            || made.liveBytes > timeline.ops[static_cast<std::size_t>(timeline.peakIndex)].liveBytes) {
            timeline.peakIndex = made.index;
        }
        timeline.ops.push_back(std::move(made));
        step.stepOf.push_back(op.step);
    }
    return step;
}

Result<Timeline> trainingTimeline(const ResolvedScenario& scenario)
{
    Result<TrainingStep> step = trainingStep(scenario);
    return step ? Result<Timeline>(std::move(step->timeline)) : step.error();
}

} // namespace sublinear
