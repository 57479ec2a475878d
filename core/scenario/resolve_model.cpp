// SPDX-License-Identifier: MIT
#include "core/scenario/resolve_parts.h"

namespace sublinear::resolving {

namespace {

std::string text(Count value)
{
    return std::to_string(value);
}

Refused findShape(const std::optional<std::string>& id, const ModelPreset*& preset)
{
    if (!id) {
        return std::nullopt;
    }
    preset = findModelPreset(*id);
    if (preset == nullptr) {
        std::vector<std::string_view> known;
        for (const ModelPreset& model : modelPresets()) {
            known.emplace_back(model.id);
        }
        return unknownPreset("model.preset", *id, known);
    }
    if (!preset->notModelled.empty()) {
        return unmodelled("model.preset", *id, preset->notModelled);
    }
    return std::nullopt;
}

/// What does not depend on any other field.
void fillIndependent(const ModelSources& from, ResolvedScenario::Model& model)
{
    const auto& [given, preset] = from;
    model.preset = given.preset;
    model.name = given.name ? given.name : preset.name;
    model.layers = firstOf(given.layers, preset.layers, model.layers);
    model.dModel = firstOf(given.dModel, preset.dModel, model.dModel);
    model.dFfn = firstOf(given.dFfn, preset.dFfn, model.dFfn);
    model.heads = firstOf(given.heads, preset.heads, model.heads);
    model.parameters = given.parameters; // a preset's count follows from its shape
    model.vocab = given.vocab ? given.vocab : preset.vocab;
    model.gatedMlp = firstOf(given.gatedMlp, preset.gatedMlp, model.gatedMlp);
    model.tiedEmbeddings = firstOf(given.tiedEmbeddings, preset.tiedEmbeddings, model.tiedEmbeddings);
    model.norm = firstOf(given.norm, preset.norm, model.norm);
    model.positions = firstOf(given.positions, preset.positions, model.positions);
    model.biasQkv = firstOf(given.biasQkv, preset.biasQkv, model.biasQkv);
    model.biasOut = firstOf(given.biasOut, preset.biasOut, model.biasOut);
    model.biasMlp = firstOf(given.biasMlp, preset.biasMlp, model.biasMlp);
    model.biasHead = firstOf(given.biasHead, preset.biasHead, model.biasHead);
    model.normsPerLayer = firstOf(given.normsPerLayer, preset.normsPerLayer, model.normsPerLayer);
    model.normBias = firstOf(given.normBias, preset.normBias, model.normBias);
    model.finalNorm = firstOf(given.finalNorm, preset.finalNorm, model.finalNorm);
    model.embedNorm = firstOf(given.embedNorm, preset.embedNorm, model.embedNorm);
    model.qkNorm = firstOf(given.qkNorm, preset.qkNorm, model.qkNorm);
    model.parallelBlock = firstOf(given.parallelBlock, preset.parallelBlock, model.parallelBlock);
    model.attentionSinks = firstOf(given.attentionSinks, preset.attentionSinks, model.attentionSinks);
    model.slidingWindow = given.slidingWindow ? given.slidingWindow : preset.slidingWindow;
    // The preset's table has no place in a model whose positions are not learned.
    model.positionRows =
        given.positionRows || model.positions != Positions::Learned ? given.positionRows : preset.positionRows;
}

/// The preset's if it goes with the heads (and is not just the preset's heads), else as many as heads.
Count followingKvHeads(const Scenario::Model& preset, Count heads)
{
    const bool ownCount = preset.kvHeads && preset.kvHeads != preset.heads;
    return ownCount && heads % *preset.kvHeads == 0 ? *preset.kvHeads : heads;
}

/// A preset's head_dim that is not its D/H (Gemma, Qwen3): it stands whatever D and H become.
std::optional<Count> freeHeadDim(const Scenario::Model& preset)
{
    const bool derived = preset.headDim && preset.dModel && preset.heads
        && *preset.headDim == derivedHeadDim(*preset.dModel, *preset.heads);
    return derived ? std::nullopt : preset.headDim;
}

Refused fillHeads(const ModelSources& from, ResolvedScenario::Model& model)
{
    const auto& [given, preset] = from;
    if (given.kvHeads && model.heads % *given.kvHeads != 0) {
        return contradiction("model.kv_heads", text(*given.kvHeads),
            { "model.heads", text(model.heads), given.heads.has_value() }, "a divisor of " + text(model.heads));
    }
    model.kvHeads = given.kvHeads ? *given.kvHeads : followingKvHeads(preset, model.heads);

    const std::optional<Count> headDim = given.headDim ? given.headDim : freeHeadDim(preset);
    if (!headDim && given.heads && given.dModel && model.dModel % model.heads != 0) {
        return contradiction("model.heads", text(model.heads), { "model.d_model", text(model.dModel), true },
            "a divisor of " + text(model.dModel) + ", or any number beside a given model.head_dim");
    }
    model.headDim = headDim.value_or(derivedHeadDim(model.dModel, model.heads));
    return std::nullopt;
}

} // namespace

Refused resolveModel(const Scenario& scenario, ResolvedScenario::Model& model)
{
    static const Scenario::Model kNoPreset;
    const ModelPreset* preset = nullptr;
    if (auto refused = findShape(scenario.model.preset, preset)) {
        return refused;
    }
    const ModelSources from { scenario.model, preset != nullptr ? preset->shape : kNoPreset };
    fillIndependent(from, model);
    if (!model.name && preset != nullptr) {
        model.name = preset->name;
    }
    if (auto refused = fillHeads(from, model)) {
        return refused;
    }
    return resolveExperts(from, model);
}

} // namespace sublinear::resolving
