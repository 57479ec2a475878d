// SPDX-License-Identifier: MIT
#include "core/plan/article_model.h"

namespace sublinear {

namespace {

// Of the tensors of some groups.
Bytes bytesOf(const ArticleStack& stack, TensorGroups groups)
{
    Bytes bytes = 0;
    for (const LayerComponent& component : stack.layer.components) {
        bytes += (articleGroupOf(component.id) & groups) != 0 ? component.bytes : 0;
    }
    return bytes;
}

// Of one layer's forward pass, in units of 2*S*D: Q, K, V and the output projection 4D, the two
// FFN matrices 2F, Q*K^T and the product with V S each.
Flops layerFlops(const ResolvedScenario& scenario)
{
    return 4 * static_cast<Flops>(scenario.model.dModel) + 2 * static_cast<Flops>(scenario.model.dFfn)
        + 2 * static_cast<Flops>(scenario.workload.sequence);
}

// A state counts from the step that decides that it stays, a layer from its own. The last layer of
// a stretch that is brought back is counted whole beside its input, as the laws do.
StepTable::Forms formsOf(Wide act, Wide x, Wide left, Flops layer, Flops rebuilt)
{
    StepTable::Forms forms;
    const auto set = [&forms](Form form, Wide peak, Wide after, Flops flops) {
        forms[static_cast<std::size_t>(form)] = { peak, after, 0, flops };
    };
    const Wide kept = act - left;
    set(Form::ForwardKeep, kept, kept, 0);
    set(Form::ForwardDrop, x, x, 0);
    set(Form::ForwardPass, 0, 0, 0);
    set(Form::RecomputeThrough, kept, kept, layer);
    set(Form::RecomputeLast, act, kept - x, layer);
    set(Form::Advance, x, x, layer);
    set(Form::AdvancePass, 0, 0, layer);
    for (const Form form : { Form::Backward, Form::BackwardRecomputed, Form::BackwardInner }) {
        set(form, left, -kept, rebuilt);
    }
    for (const Form form : { Form::Alone, Form::AloneInner }) {
        set(form, act, -x, layer + rebuilt);
    }
    return forms;
}

} // namespace

TensorGroups articleGroupOf(std::string_view component)
{
    return component == "attention_weights" ? kAttentionGroup : component == "ffn_intermediate" ? kGeluGroup : kNoGroup;
}

ArticleModel articleModel(const ResolvedScenario& scenario, const ArticleStack& stack)
{
    const auto count = static_cast<std::size_t>(stack.layers);
    ArticleModel made;
    made.model.layers = stack.layers;
    made.model.layerKinds.assign(count, 0);
    made.model.sameUp.resize(count);
    made.model.sameDown.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        made.model.sameUp[i] = static_cast<Count>(count - i);
        made.model.sameDown[i] = static_cast<Count>(i + 1);
    }
    made.model.proportional = true;
    made.table = articleTable(scenario, stack);
    made.forwardFlops = static_cast<Flops>(stack.layers) * layerFlops(scenario);
    for (std::size_t groups = 0; groups < kGroupSets; ++groups) {
        made.left[groups] = bytesOf(stack, static_cast<TensorGroups>(groups));
    }
    return made;
}

StepTable articleTable(const ResolvedScenario& scenario, const ArticleStack& stack)
{
    StepTable table;
    table.batch = stack.batch;
    for (std::size_t groups = 0; groups < kGroupSets; ++groups) {
        const bool attention = (groups & kAttentionGroup) != 0;
        const bool gelu = (groups & kGeluGroup) != 0;
        const Flops rebuilt = (attention ? static_cast<Flops>(scenario.workload.sequence) : 0)
            + (gelu ? static_cast<Flops>(scenario.model.dFfn) : 0);
        table.forms[groups].push_back(formsOf(stack.layer.totalBytes, stack.layer.boundaryBytes,
            bytesOf(stack, static_cast<TensorGroups>(groups)), layerFlops(scenario), rebuilt));
    }
    return table;
}

} // namespace sublinear
