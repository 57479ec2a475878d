// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/resolve.h"

namespace sublinear::test {

/// A GPT-2 stack: 16-bit, materialised attention, no dropout, no vocabulary.
inline ResolvedScenario gpt2(Count layers, Count batch, Count sequence, Count dModel, Count heads)
{
    ResolvedScenario scenario;
    auto& model = scenario.model;
    model.layers = layers;
    model.dModel = dModel;
    model.dFfn = 4 * dModel;
    model.heads = model.kvHeads = heads;
    model.headDim = dModel / heads;
    scenario.workload.batch = batch;
    scenario.workload.sequence = sequence;
    scenario.recipe.dtype = Dtype::Bf16;
    return scenario;
}

struct LlamaShape {
    Count dModel, dFfn, heads, kvHeads, headDim;
};

/// A Llama stack: 16-bit, fused attention, no biases.
inline ResolvedScenario llama(Count layers, Count batch, Count sequence, const LlamaShape& shape)
{
    ResolvedScenario scenario = gpt2(layers, batch, sequence, shape.dModel, shape.heads);
    auto& model = scenario.model;
    model.dFfn = shape.dFfn;
    model.kvHeads = shape.kvHeads;
    model.headDim = shape.headDim;
    model.gatedMlp = true;
    model.norm = Norm::RmsNorm;
    model.positions = Positions::Rotary;
    model.biasQkv = model.biasOut = model.biasMlp = false;
    scenario.recipe.attention = Attention::Fused;
    return scenario;
}

} // namespace sublinear::test
