// SPDX-License-Identifier: MIT
#include "core/plan/step_detail.h"

#include "core/plan/article_timeline.h"
#include "core/training/evaluate_training.h"
#include "core/training/executed.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sublinear {

namespace {

class Histories {
public:
    explicit Histories(Count layers)
        : m_layers(static_cast<std::size_t>(layers), { LayerChange {} })
    {
    }

    void change(Count layer, Count op, LayerHeld held)
    {
        std::vector<LayerChange>& history = m_layers[static_cast<std::size_t>(layer - 1)];
        if (history.back().held == held) {
            return;
        }
        if (history.back().op == op) {
            history.back().held = held;
        } else {
            history.push_back({ op, held });
        }
    }

    [[nodiscard]] LayerHeld last(Count layer) const
    {
        return m_layers[static_cast<std::size_t>(layer - 1)].back().held;
    }

    std::vector<std::vector<LayerChange>> taken() { return std::move(m_layers); }

private:
    std::vector<std::vector<LayerChange>> m_layers;
};

LayerHeld heldBy(const Run& run, bool keptIsCheckpoint)
{
    const bool again = run.act == Act::Recompute;
    if (!run.keeps) {
        return !run.inputStays ? LayerHeld::Dropped : again ? LayerHeld::InputAgain : LayerHeld::Input;
    }
    if (again) {
        return LayerHeld::Again;
    }
    return run.dropped != kNoGroup ? LayerHeld::InPart : keptIsCheckpoint ? LayerHeld::Checkpoint : LayerHeld::Whole;
}

std::vector<std::vector<LayerChange>> historiesOf(const TrainingStep& step)
{
    Histories histories(step.schedule.layers);
    std::vector<bool> kept(static_cast<std::size_t>(step.schedule.layers), false); // the input, since the forward pass
    std::size_t op = 0;
    std::int32_t index = 0;
    const auto behind = [&] { // the first operation after this step; a step of which nothing was left has none
        while (op < step.stepOf.size() && step.stepOf[op] <= index) {
            ++op;
        }
        ++index;
        return static_cast<Count>(op);
    };
    for (const Run& run : step.schedule.runs) {
        const bool backward = run.act == Act::Backward;
        for (Count i = 0; i < run.count; ++i) {
            if (run.recomputes) {
                const Count again = behind();
                histories.change(run.first - i, again, LayerHeld::Again);
            }
            const Count layer = run.first + (backward ? -i : i);
            const Count at = behind();
            if (run.act != Act::Forward && run.act != Act::Recompute && !backward) {
                continue;
            }
            LayerHeld held = backward ? LayerHeld::Done : heldBy(run, step.schedule.keptIsCheckpoint);
            const auto place = static_cast<std::size_t>(layer - 1);
            if (held == LayerHeld::InputAgain && kept[place]) {
                held = LayerHeld::Input;
            }
            kept[place] = run.act == Act::Forward ? held == LayerHeld::Input : kept[place];
            histories.change(layer, at, held);
            // What it leaves is the input that the next layer is run again from.
            if (run.act == Act::Recompute && run.output && layer < step.schedule.layers
                && histories.last(layer + 1) == LayerHeld::Dropped) {
                histories.change(layer + 1, at, LayerHeld::InputAgain);
            }
        }
    }
    return histories.taken();
}

LayerHeld heldBy(LayerFate fate)
{
    switch (fate) {
    case LayerFate::Kept:
        return LayerHeld::Whole;
    case LayerFate::KeptInPart:
        return LayerHeld::InPart;
    case LayerFate::Checkpoint:
        return LayerHeld::Checkpoint;
    case LayerFate::Boundary:
        return LayerHeld::Input;
    case LayerFate::Recomputed:
        break;
    }
    return LayerHeld::Dropped;
}

// By the law's schedule, in which a layer is recomputed once, or under two_level first for its input.
std::vector<std::vector<LayerChange>> historiesOf(const Timeline& timeline, const PolicySpec& policy, Count layers)
{
    const std::vector<LayerFate> fates = layerFates(policy, layers);
    std::vector<int> again(fates.size(), policy.id == PolicyId::TwoLevel ? 0 : 1);
    Histories histories(layers);
    for (const TimelineOp& op : timeline.ops) {
        if (op.layer == 0) {
            continue;
        }
        const auto place = static_cast<std::size_t>(op.layer - 1);
        LayerHeld held = LayerHeld::Done;
        if (op.step == "forward") {
            held = heldBy(fates[place]);
        } else if (op.step == "recompute") {
            const bool whole = again[place]++ > 0;
            const bool input = fates[place] == LayerFate::Boundary;
            held = whole ? LayerHeld::Again : input ? LayerHeld::Input : LayerHeld::InputAgain;
        }
        histories.change(op.layer, op.index + 1, held);
    }
    return histories.taken();
}

} // namespace

LayerHeld StepDetail::held(Count layer, Count op) const
{
    const std::vector<LayerChange>& history = layers[static_cast<std::size_t>(layer - 1)];
    const auto next = std::upper_bound(
        history.begin(), history.end(), op, [](Count at, const LayerChange& change) { return at < change.op; });
    return next == history.begin() ? LayerHeld::Ahead : std::prev(next)->held;
}

Result<StepDetail> stepDetail(const ResolvedScenario& scenario, OptimizerTemporary temporary)
{
    StepDetail detail;
    detail.policy = chosenPolicy(scenario);
    const bool article = scenario.accounting == Accounting::Article;
    if (article && hasLaw(detail.policy.id)) {
        Result<Timeline> made = timeline(scenario);
        if (!made) {
            return made.error();
        }
        detail.timeline = std::move(*made);
        const std::array<Bytes, kMemoryKinds>& kinds = detail.timeline.ops.front().byKind;
        detail.stateBytes = kinds[static_cast<std::size_t>(MemoryKind::Parameters)]
            + kinds[static_cast<std::size_t>(MemoryKind::Optimizer)];
        detail.layers = historiesOf(detail.timeline, detail.policy, scenario.model.layers);
        return detail;
    }
    Result<TrainingStep> step = article ? simulatedStep(scenario) : trainingStep(scenario, temporary);
    if (!step) {
        return step.error();
    }
    detail.layers = historiesOf(*step);
    detail.stateBytes = std::accumulate(step->states.begin(), step->states.end(), Bytes { 0 });
    detail.timeline = std::move(step->timeline);
    return detail;
}

Result<StepDetail> executedDetail(const ResolvedScenario& scenario)
{
    const Result<ArticleStack> article = articleStack(scenario);
    if (!article) {
        return article.error();
    }
    ResolvedScenario stack = measuredStack(scenario);
    stack.accounting = Accounting::Training;
    Result<TrainingStep> step = trainingStep(stack, OptimizerTemporary::None);
    if (!step) {
        return step.error();
    }
    std::array<Bytes, kMemoryKinds> fixed = {};
    fixed[static_cast<std::size_t>(MemoryKind::Parameters)] = article->parameterBytes;
    fixed[static_cast<std::size_t>(MemoryKind::Optimizer)] = article->optimizerBytes;
    for (TimelineOp& op : step->timeline.ops) {
        Checked live;
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            op.byKind[kind] -= step->states[kind];
            live += Checked(op.byKind[kind]) + fixed[kind];
            op.byKind[kind] = (Checked(op.byKind[kind]) + fixed[kind]).value().value_or(0);
        }
        if (!live.ok()) {
            return overLimit("the chosen policy's");
        }
        op.liveBytes = *live.value();
    }
    StepDetail detail;
    detail.policy = chosenPolicy(scenario);
    detail.stateBytes = article->fixedBytes;
    detail.layers = historiesOf(*step);
    detail.timeline = std::move(step->timeline);
    return detail;
}

ResolvedScenario underPolicy(ResolvedScenario scenario, const PolicySpec& policy)
{
    ResolvedScenario::Checkpointing& chosen = scenario.checkpointing;
    chosen.tensors = inScenario(policy, scenario).tensors;
    chosen.policy = policy.id;
    if (policy.number) {
        switch (policyInfo(policy.id).number) {
        case PolicyNumber::K:
            chosen.k = *policy.number;
            break;
        case PolicyNumber::M:
            chosen.m = *policy.number;
            break;
        case PolicyNumber::Slots:
            chosen.slots = *policy.number;
            break;
        case PolicyNumber::Budget:
            chosen.budgetBytes = policy.number;
            break;
        case PolicyNumber::None:
            break;
        }
    }
    return scenario;
}

} // namespace sublinear
