// SPDX-License-Identifier: MIT
#include "core/plan/article.h"

#include "core/scenario/fields.h"

namespace sublinear {

namespace {

constexpr Count kAdamBytesPerParameter = 8; // fp32 first and second moment

struct LayerBytes {
    Checked qkv;
    Checked attentionWeights;
    Checked attentionOutput;
    Checked ffnIntermediate;
    Checked ffnOutput;
    Checked residuals;
    Checked input; ///< x; not part of the total, whose residuals hold it already

    [[nodiscard]] Checked total() const
    {
        return qkv + attentionWeights + attentionOutput + ffnIntermediate + ffnOutput + residuals;
    }
};

// Saved for the backward pass of one layer, in bytes. B sequences of S tokens, width D,
// FFN width F, H heads.
LayerBytes layerBytes(const ResolvedScenario& scenario, Count batch)
{
    const Checked B = batch;
    const Checked S = scenario.workload.sequence;
    const Checked D = scenario.model.dModel;
    const Checked F = scenario.model.dFfn;
    const Checked H = scenario.model.heads;
    const Checked dtype = bytesPerElement(scenario.recipe.dtype);
    const Checked tokens = B * S * dtype; // one byte column of the batch
    LayerBytes bytes;
    bytes.qkv = 3 * tokens * D; // [B, S, 3D]
    bytes.attentionWeights = tokens * H * S; // [B, H, S, S]: quadratic in S
    bytes.attentionOutput = tokens * D; // [B, S, D]
    bytes.ffnIntermediate = tokens * F; // [B, S, F], after the activation function
    bytes.ffnOutput = tokens * D; // [B, S, D]
    bytes.residuals = 2 * tokens * D; // before attention and before the FFN
    bytes.input = tokens * D;
    return bytes;
}

LayerTensors layerTensors(const LayerBytes& bytes)
{
    const auto row = [](std::string_view id, std::string_view name, std::string_view formula, Checked value) {
        return LayerComponent { id, name, formula, value.value().value_or(0), Basis::Formula };
    };
    LayerTensors layer;
    layer.components = {
        row("qkv", "Q, K, V projections", "3*B*S*D*dtype", bytes.qkv),
        row("attention_weights", "Attention weights", "B*H*S*S*dtype", bytes.attentionWeights),
        row("attention_output", "Attention output", "B*S*D*dtype", bytes.attentionOutput),
        row("ffn_intermediate", "FFN intermediate", "B*S*F*dtype", bytes.ffnIntermediate),
        row("ffn_output", "FFN output", "B*S*D*dtype", bytes.ffnOutput),
        row("residuals", "Residuals", "2*B*S*D*dtype", bytes.residuals),
    };
    layer.totalBytes = bytes.total().value().value_or(0);
    layer.boundaryBytes = bytes.input.value().value_or(0);
    return layer;
}

// Four D*D attention matrices and two D*F FFN matrices per layer; no embeddings, biases or norms.
Checked shapeParameters(const ResolvedScenario::Model& model)
{
    const Checked D = model.dModel;
    return Checked(model.layers) * (4 * D * D + 2 * D * model.dFfn);
}

} // namespace

std::string_view ArticleStack::parameterFormula() const
{
    return parametersGiven ? "parameters*dtype" : "N*(4*D*D + 2*D*F)*dtype";
}

std::string_view ArticleStack::optimizerFormula() const
{
    return parametersGiven ? "8*parameters" : "8*N*(4*D*D + 2*D*F)";
}

Basis ArticleStack::basisOf(MemoryKind kind) const
{
    const bool counted = kind == MemoryKind::Parameters || kind == MemoryKind::Optimizer;
    return parametersGiven && counted ? Basis::Assumed : Basis::Formula;
}

Error overLimit(std::string_view whose)
{
    return Error { "memory: " + std::string(whose)
            + " total is over 9223372036854775807 bytes (2^63-1), the most that is counted",
        "memory" };
}

Result<ArticleStack> articleStack(const ResolvedScenario& scenario)
{
    const Checked parameters =
        scenario.model.parameters ? Checked(*scenario.model.parameters) : shapeParameters(scenario.model);
    const Checked parameterBytes = parameters * bytesPerElement(scenario.recipe.dtype);
    const Checked optimizerBytes = parameters * kAdamBytesPerParameter;
    const Checked fixed = parameterBytes + optimizerBytes;
    const LayerBytes layer = layerBytes(scenario, scenario.workload.batch);
    const std::optional<Bytes> storeAll = (fixed + Checked(scenario.model.layers) * layer.total()).value();
    if (!storeAll) {
        return overLimit("store-all's");
    }
    // Every part of store-all's total is smaller than it, and one sequence's than the batch's.
    const LayerBytes one = layerBytes(scenario, 1);
    ArticleStack stack;
    stack.layers = scenario.model.layers;
    stack.batch = scenario.workload.batch;
    stack.parameterCount = parameters.value().value_or(0);
    stack.parametersGiven = scenario.model.parameters.has_value();
    stack.parameterBytes = parameterBytes.value().value_or(0);
    stack.optimizerBytes = optimizerBytes.value().value_or(0);
    stack.fixedBytes = fixed.value().value_or(0);
    stack.layer = layerTensors(layer);
    stack.actPerSequence = one.total().value().value_or(0);
    stack.inputPerSequence = one.input.value().value_or(0);
    stack.storeAllBytes = *storeAll;
    stack.capacityBytes = scenario.device.memoryBytes;
    return stack;
}

Checked keptActBytes(const LawUnits& units, Bytes act)
{
    return Checked(units.keptActs) * act;
}

Checked keptInputBytes(const LawUnits& units, Bytes x)
{
    return Checked(units.keptInputs) * x;
}

Checked liveBytes(const LawUnits& units, Bytes act, Bytes x)
{
    return Checked(units.liveActs) * act + Checked(units.liveInputs) * x;
}

Checked activationBytes(const LawUnits& units, Bytes act, Bytes x)
{
    return keptActBytes(units, act) + keptInputBytes(units, x) + liveBytes(units, act, x);
}

std::array<ArticlePart, 5> articleParts(const ArticleStack& stack, const LawUnits& units)
{
    const auto part = [](MemoryKind kind, Checked bytes) { return ArticlePart { kind, bytes.value().value_or(0) }; };
    const Bytes act = stack.layer.totalBytes;
    const Bytes x = stack.layer.boundaryBytes;
    return { part(MemoryKind::Parameters, stack.parameterBytes), part(MemoryKind::Optimizer, stack.optimizerBytes),
        part(units.keptIsCheckpoint ? MemoryKind::Checkpoints : MemoryKind::Activations, keptActBytes(units, act)),
        part(MemoryKind::Checkpoints, keptInputBytes(units, x)),
        part(MemoryKind::Recomputed, liveBytes(units, act, x)) };
}

} // namespace sublinear
