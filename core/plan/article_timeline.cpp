// SPDX-License-Identifier: MIT
#include "core/plan/article_timeline.h"

#include "core/plan/article_rows.h"
#include "core/plan/article_walk.h"

#include <limits>
#include <utility>

namespace sublinear {

Result<TrainingStep> articleStepOf(const ArticleStack& stack, const ArticleModel& model, std::vector<Run> runs)
{
    const auto at = [](MemoryKind kind) { return static_cast<std::size_t>(kind); };
    TrainingStep made;
    made.states[at(MemoryKind::Parameters)] = stack.parameterBytes;
    made.states[at(MemoryKind::Optimizer)] = stack.optimizerBytes;
    Timeline& timeline = made.timeline;
    bool within = true;
    ArticleWalk(model, [&](std::string_view step, Count layer, const ArticleBytes& live) {
        const Wide total = live.total() + stack.fixedBytes;
        within = total <= Wide { std::numeric_limits<Bytes>::max() };
        TimelineOp op;
        op.index = static_cast<Count>(timeline.ops.size());
        op.step = step;
        op.layer = layer;
        op.name = std::string(step) + (layer == 0 ? " step" : " layer " + std::to_string(layer));
        op.liveBytes = static_cast<Bytes>(total);
        op.byKind = made.states;
        op.byKind[at(MemoryKind::Activations)] = static_cast<Bytes>(live.kept);
        op.byKind[at(MemoryKind::Checkpoints)] = static_cast<Bytes>(live.checkpoints);
        op.byKind[at(MemoryKind::Recomputed)] = static_cast<Bytes>(live.recomputed);
        const auto peak = static_cast<std::size_t>(timeline.peakIndex);
        if (timeline.ops.empty() || op.liveBytes > timeline.ops[peak].liveBytes) {
            timeline.peakIndex = op.index;
        }
        timeline.ops.push_back(std::move(op));
        made.stepOf.push_back(live.step);
        return within;
    }).run(runs);
    if (!within) {
        return overLimit("the chosen policy's");
    }
    made.schedule = { stack.layers, false, std::move(runs) };
    return made;
}

Result<TrainingStep> simulatedStep(const ResolvedScenario& scenario)
{
    const Result<ArticleStack> stack = articleStack(scenario);
    if (!stack) {
        return stack.error();
    }
    ArticleRows rows(scenario, *stack);
    PolicySpec chosen = rows.withBudget(chosenPolicy(scenario));
    bool found = rows.row(chosen).has_value();
    if (!found && chosen.id == PolicyId::Optimal && !scenario.checkpointing.budgetBytes) {
        chosen.number = rows.leastBudget(); // does not fit, and by how much is the answer
        found = rows.row(chosen).has_value();
    }
    if (!found) {
        return rows.error().message.empty() ? overLimit("the chosen policy's") : rows.error();
    }
    if (const Status length = checkLength(rows.runs()); !length) {
        return length.error();
    }
    return articleStepOf(*stack, rows.model(), rows.runs());
}

} // namespace sublinear
