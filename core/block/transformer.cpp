// SPDX-License-Identifier: MIT
#include "core/block/transformer.h"

#include "core/block/parts.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

constexpr Count kSandwichNorms = 4; // before and after each branch

// The norm behind a branch, in blocks that have four.
Slot addPostNorm(PartContext& context, Slot branch, const NormNames& names)
{
    return context.scenario.model.normsPerLayer >= kSandwichNorms ? addNorm(context, branch, names, kNoGroup) : branch;
}

constexpr NormNames kIdleNorm { "idle_norm", "idle_norm.weight", "idle_norm.bias", "", "", "" };

Slot addBranch(PartContext& context, Slot normed, bool experts)
{
    return experts ? addExperts(context, normed) : addMlp(context, normed);
}

constexpr NormNames kNorm1 { "norm1", "norm1.weight", "norm1.bias", "ln1", "ln1_stats", "dx" };
constexpr NormNames kNorm2 { "norm2", "norm2.weight", "norm2.bias", "ln2", "ln2_stats", "d_res2" };
constexpr NormNames kPost1 { "post_norm1", "post_norm1.weight", "post_norm1.bias", "attproj_normed", "attproj_stats",
    "d_attproj_raw" };
constexpr NormNames kPost2 { "post_norm2", "post_norm2.weight", "post_norm2.bias", "mlp_normed", "mlp_stats",
    "d_mlp_raw" };

// Norms beyond those that a block of this form runs: their weights alone.
void addIdleNorms(PartContext& context)
{
    const Count norms = context.scenario.model.normsPerLayer;
    const Count run = norms >= kSandwichNorms ? kSandwichNorms : std::min<Count>(norms, 2);
    for (Count i = run; i < norms; ++i) {
        addNormParameters(context, kIdleNorm);
    }
}

Slot addFirstNorm(PartContext& context, Slot x)
{
    return context.scenario.model.normsPerLayer > 0 ? addNorm(context, x, kNorm1) : x;
}

Slot addSequential(PartContext& context, Slot x, bool experts)
{
    const Slot normed = addFirstNorm(context, x);
    const Slot attention = addPostNorm(context, addAttention(context, normed), kPost1);
    const Slot middle = addResidual(context, x, attention, "res2", "res_mask1", "d_branch1");
    const Slot entry = context.scenario.model.normsPerLayer > 1 ? addNorm(context, middle, kNorm2) : middle;
    const Slot mlp = addPostNorm(context, addBranch(context, entry, experts), kPost2);
    return addResidual(context, middle, mlp, "y", "res_mask2", "d_branch2");
}

// Both branches start from x: GPT-J, Falcon and Phi-2 norm once, GPT-NeoX twice.
Slot addParallel(PartContext& context, Slot x, bool experts)
{
    const Slot normed = addFirstNorm(context, x);
    const Slot attention = addPostNorm(context, addAttention(context, normed), kPost1);
    const Slot entry = context.scenario.model.normsPerLayer > 1 ? addNorm(context, x, kNorm2) : normed;
    const Slot mlp = addPostNorm(context, addBranch(context, entry, experts), kPost2);
    const Slot middle = addResidual(context, x, attention, "res2", "res_mask1", "d_branch1");
    return addResidual(context, middle, mlp, "y", "res_mask2", "d_branch2");
}

} // namespace

Result<Block> makeLayer(const ResolvedScenario& scenario, bool experts)
{
    Tape tape(experts ? "expert layer" : "layer");
    PartContext context { tape, scenario, localShape(scenario) };
    const Slot x = tape.tensor("x", context.shape.type, { context.shape.shardRows, context.shape.dModel });
    tape.setInput(x);
    addIdleNorms(context);
    tape.setOutput(
        scenario.model.parallelBlock ? addParallel(context, x, experts) : addSequential(context, x, experts));
    return tape.finish();
}

Result<Chain> makeChain(const ResolvedScenario& scenario)
{
    const auto& model = scenario.model;
    const Count denseLayers = model.experts > 0 ? std::min(model.denseLayers, model.layers) : model.layers;
    Chain chain;
    Result<Block> embedding = makeEmbedding(scenario);
    if (!embedding) {
        return embedding.error();
    }
    chain.embedding = std::move(*embedding);
    for (const bool experts : { false, true }) {
        const Count count = experts ? model.layers - denseLayers : denseLayers;
        if (count == 0) {
            continue;
        }
        Result<Block> layer = makeLayer(scenario, experts);
        if (!layer) {
            return layer.error();
        }
        chain.layerKinds.resize(
            chain.layerKinds.size() + static_cast<std::size_t>(count), static_cast<std::uint8_t>(chain.kinds.size()));
        chain.kinds.push_back(std::move(*layer));
    }
    Result<Block> head = makeHead(scenario);
    if (!head) {
        return head.error();
    }
    chain.head = std::move(*head);
    chain.tied = model.tiedEmbeddings && model.vocab.has_value();
    return chain;
}

} // namespace sublinear
