// SPDX-License-Identifier: MIT
#include "core/plan/timeline.h"

#include "core/plan/article.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/training/evaluate_training.h"

namespace sublinear {

namespace {

/// Walks one training step of the stack layer by layer and notes what is alive at each
/// operation, in saved sets (act) and layer inputs (x).
class ArticleStep {
public:
    ArticleStep(const ArticleStack& stack, const PolicySpec& spec)
        : m_stack(stack)
        , m_fates(layerFates(spec, stack.layers))
        , m_twoLevel(spec.id == PolicyId::TwoLevel)
    {
    }

    Timeline run()
    {
        for (Count layer = 1; layer <= m_stack.layers; ++layer) {
            keep(layer);
            note("forward", layer);
        }
        for (Count last = m_stack.layers; last >= 1;) {
            last = backwardOfGroup(last) - 1;
        }
        note("optimizer", 0);
        return std::move(m_timeline);
    }

    [[nodiscard]] bool withinRange() const { return m_withinRange; }

private:
    [[nodiscard]] LayerFate fate(Count layer) const { return m_fates[static_cast<std::size_t>(layer - 1)]; }

    void keep(Count layer, Count by = 1)
    {
        switch (fate(layer)) {
        case LayerFate::Kept:
            m_keptActs += by;
            break;
        case LayerFate::Checkpoint:
            m_checkpointActs += by;
            break;
        case LayerFate::Boundary:
            m_checkpointInputs += by;
            break;
        case LayerFate::Recomputed:
        case LayerFate::KeptInPart: // no law has it
            break;
        }
    }

    // First layer of the group that is brought back together and ends at `last`: a kept
    // layer stands alone; a segment starts at its boundary; with whole saved sets kept
    // (article) it starts behind the checkpoint before it.
    [[nodiscard]] Count groupStart(Count last) const
    {
        if (fate(last) == LayerFate::Kept || fate(last) == LayerFate::Boundary) {
            return last;
        }
        Count first = last;
        while (first > 1 && fate(first - 1) == LayerFate::Recomputed) {
            --first;
        }
        return first > 1 && fate(first - 1) == LayerFate::Boundary ? first - 1 : first;
    }

    Count backwardOfGroup(Count last)
    {
        const Count first = groupStart(last);
        if (fate(last) == LayerFate::Kept) {
            note("backward", last);
            keep(last, -1);
        } else if (m_twoLevel) {
            backwardTwoLevel(first, last);
        } else {
            backwardSegment(first, last);
        }
        return first;
    }

    // The segment's saved sets are brought back one by one and freed behind the backward
    // pass. A checkpoint at its end is already there and, as the law has it, counted both
    // as checkpoint and as part of the live segment.
    void backwardSegment(Count first, Count last)
    {
        for (Count layer = first; layer <= last; ++layer) {
            ++m_liveActs;
            if (fate(layer) != LayerFate::Checkpoint) {
                note("recompute", layer);
            }
        }
        for (Count layer = last; layer >= first; --layer) {
            note("backward", layer);
            --m_liveActs;
            keep(layer, -1);
        }
    }

    // Once through the segment for the inputs of its layers, then each layer from its input.
    void backwardTwoLevel(Count first, Count last)
    {
        for (Count layer = first; layer <= last; ++layer) {
            ++m_liveInputs;
            note("recompute", layer);
        }
        for (Count layer = last; layer >= first; --layer) {
            ++m_liveActs;
            note("recompute", layer);
            note("backward", layer);
            --m_liveActs;
            --m_liveInputs;
            keep(layer, -1);
        }
    }

    void note(std::string_view step, Count layer)
    {
        const Bytes act = m_stack.layer.totalBytes;
        const Bytes x = m_stack.layer.boundaryBytes;
        TimelineOp op;
        op.index = static_cast<Count>(m_timeline.ops.size());
        op.step = step;
        op.layer = layer;
        op.name = std::string(step) + (layer == 0 ? " step" : " layer " + std::to_string(layer));
        Checked live;
        const auto add = [&](MemoryKind kind, Checked bytes) {
            live += bytes;
            op.byKind[static_cast<std::size_t>(kind)] = bytes.value().value_or(0);
        };
        add(MemoryKind::Parameters, m_stack.parameterBytes);
        add(MemoryKind::Optimizer, m_stack.optimizerBytes);
        add(MemoryKind::Activations, Checked(m_keptActs) * act);
        add(MemoryKind::Checkpoints, Checked(m_checkpointActs) * act + Checked(m_checkpointInputs) * x);
        add(MemoryKind::Recomputed, Checked(m_liveActs) * act + Checked(m_liveInputs) * x);
        m_withinRange = m_withinRange && live.ok();
        op.liveBytes = live.value().value_or(0);
        m_timeline.ops.push_back(std::move(op));
        if (m_timeline.ops.back().liveBytes
            > m_timeline.ops[static_cast<std::size_t>(m_timeline.peakIndex)].liveBytes) {
            m_timeline.peakIndex = m_timeline.ops.back().index;
        }
    }

    const ArticleStack& m_stack;
    std::vector<LayerFate> m_fates;
    bool m_twoLevel;
    Count m_keptActs = 0;
    Count m_checkpointActs = 0;
    Count m_checkpointInputs = 0;
    Count m_liveActs = 0;
    Count m_liveInputs = 0;
    bool m_withinRange = true;
    Timeline m_timeline;
};

Result<Timeline> articleTimeline(const ResolvedScenario& scenario)
{
    const PolicySpec spec = chosenPolicy(scenario);
    if (!lawUnits(spec, scenario.model.layers)) {
        return Error { "checkpointing.policy: " + policyText(spec) + " has no schedule in article accounting",
            "checkpointing.policy" };
    }
    const Result<ArticleStack> stack = articleStack(scenario);
    if (!stack) {
        return stack.error();
    }
    ArticleStep step(*stack, spec);
    Timeline timeline = step.run();
    if (!step.withinRange()) {
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
