// SPDX-License-Identifier: MIT
#include "core/plan/timeline.h"

#include "core/plan/article_step.h"
#include "core/plan/article_timeline.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/training/evaluate_training.h"

namespace sublinear {

namespace {

/// One operation with its bytes; empty if they are over 2^63-1.
std::optional<TimelineOp> opOf(const ArticleStack& stack, std::string_view step, Count layer, const ArticleLive& alive)
{
    const Bytes act = stack.layer.totalBytes;
    const Bytes x = stack.layer.boundaryBytes;
    TimelineOp op;
    op.step = step;
    op.layer = layer;
    op.name = std::string(step) + (layer == 0 ? " step" : " layer " + std::to_string(layer));
    Checked live;
    const auto add = [&](MemoryKind kind, Checked bytes) {
        live += bytes;
        op.byKind[static_cast<std::size_t>(kind)] = bytes.value().value_or(0);
    };
    add(MemoryKind::Parameters, stack.parameterBytes);
    add(MemoryKind::Optimizer, stack.optimizerBytes);
    add(MemoryKind::Activations, Checked(alive.keptActs) * act);
    add(MemoryKind::Checkpoints, Checked(alive.checkpointActs) * act + Checked(alive.checkpointInputs) * x);
    add(MemoryKind::Recomputed, Checked(alive.liveActs) * act + Checked(alive.liveInputs) * x);
    if (!live.ok()) {
        return std::nullopt;
    }
    op.liveBytes = live.value().value_or(0);
    return op;
}

Result<Timeline> articleTimeline(const ResolvedScenario& scenario)
{
    const PolicySpec spec = chosenPolicy(scenario);
    if (!hasLaw(spec.id)) {
        Result<TrainingStep> step = simulatedStep(scenario);
        return step ? Result<Timeline>(std::move(step->timeline)) : Result<Timeline>(step.error());
    }
    const Result<ArticleStack> stack = articleStack(scenario);
    if (!stack) {
        return stack.error();
    }
    const std::vector<LayerFate> fates = layerFates(spec, stack->layers);
    Timeline timeline;
    bool withinRange = true;
    ArticleStep(spec.id, fates, [&](std::string_view step, Count layer, const ArticleLive& alive) {
        std::optional<TimelineOp> op = opOf(*stack, step, layer, alive);
        if (!op) {
            withinRange = false;
            return;
        }
        op->index = static_cast<Count>(timeline.ops.size());
        if (timeline.ops.empty()
            || op->liveBytes > timeline.ops[static_cast<std::size_t>(timeline.peakIndex)].liveBytes) {
            timeline.peakIndex = op->index;
        }
        timeline.ops.push_back(std::move(*op));
    }).run();
    if (!withinRange) {
        return overLimit("the chosen policy's");
    }
    return timeline;
}

} // namespace

Result<Timeline> timeline(const ResolvedScenario& scenario)
{
    switch (scenario.accounting) {
    case Accounting::Article:
        return articleTimeline(scenario);
    case Accounting::Training:
        break;
    }
    return trainingTimeline(scenario);
}

} // namespace sublinear
