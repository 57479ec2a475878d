// SPDX-License-Identifier: MIT
// Families with a mixture of experts in place of the MLP.
#include "core/import/family_rules.h"

#include <functional>

namespace sublinear::hf {

namespace {

void readExperts(Config& config, Scenario::Model& model, Count width)
{
    model.experts = config.size({ "num_local_experts", "num_experts", "n_routed_experts" }, "model.experts", 0);
    model.expertsPerToken = config.size(
        { "num_experts_per_tok", "num_experts_per_token", "experts_per_token" }, "model.experts_per_token", 0);
    model.expertDFfn = width;
}

Count expertWidth(Config& config)
{
    return config.size({ "moe_intermediate_size" }, "model.expert_d_ffn", 0);
}

/// Layers without experts may stand before the others, not among them.
void readDenseLayers(Config& config, Scenario::Model& model, const std::function<bool(Count)>& hasExperts)
{
    const Count layers = *model.layers;
    Count leading = 0;
    while (leading < layers && !hasExperts(leading)) {
        ++leading;
    }
    for (Count layer = leading; layer < layers; ++layer) {
        if (!hasExperts(layer)) {
            config.refuse(Error { "layers of unequal width cannot be modelled: layer " + std::to_string(layer)
                    + ", behind layers with experts, has none",
                "model.dense_layers" });
            return;
        }
    }
    model.denseLayers = leading;
}

/// One flag for each layer, set for those listed.
std::vector<bool> marked(const std::vector<Count>& listed, Count layers)
{
    std::vector<bool> flags(static_cast<std::size_t>(layers));
    for (const Count layer : listed) {
        if (layer < layers) {
            flags[static_cast<std::size_t>(layer)] = true;
        }
    }
    return flags;
}

/// Qwen: experts in every `decoder_sparse_step`-th layer, but not in those listed.
void readQwenLayers(Config& config, Scenario::Model& model)
{
    const Count step = config.whole({ "decoder_sparse_step" }, "model.layers").value_or(1);
    const std::vector<bool> dense = marked(config.wholes("mlp_only_layers"), *model.layers);
    readDenseLayers(
        config, model, [&](Count layer) { return (layer + 1) % step == 0 && !dense[static_cast<std::size_t>(layer)]; });
}

} // namespace

void refineMixtral(Config& config, Scenario::Model& model)
{
    readExperts(config, model, *model.dFfn);
    readWindow(config, model, 0);
}

void refineQwen2Moe(Config& config, Scenario::Model& model)
{
    readExperts(config, model, expertWidth(config));
    readQwenLayers(config, model);
    readSwitchedWindow(config, model);
    model.sharedDFfn = config.size({ "shared_expert_intermediate_size" }, "model.shared_d_ffn", 0);
    const bool shared = *model.sharedDFfn > 0;
    model.sharedExperts = shared ? 1 : 0;
    model.sharedGate = shared;
}

void refineQwen3Moe(Config& config, Scenario::Model& model)
{
    refineQwen3(config, model);
    readExperts(config, model, expertWidth(config));
    readQwenLayers(config, model);
}

void refineOlmoe(Config& config, Scenario::Model& model)
{
    refineLlama(config, model);
    readExperts(config, model, *model.dFfn);
}

void refineDeepSeek(Config& config, Scenario::Model& model)
{
    refineLlama(config, model);
    const Count width = expertWidth(config);
    readExperts(config, model, width);
    const Count first = config.whole({ "first_k_dense_replace" }, "model.dense_layers").value_or(0);
    const Count step = config.whole({ "moe_layer_freq" }, "model.layers").value_or(1);
    readDenseLayers(config, model, [&](Count layer) { return layer >= first && layer % step == 0; });
    model.sharedExperts = config.whole({ "n_shared_experts" }, "model.shared_experts").value_or(0);
    model.sharedDFfn = *model.sharedExperts > 0 ? width : 0;
}

void refineLlama4(Config& config, Scenario::Model& model)
{
    refineLlama(config, model);
    const Count width = *model.dFfn; // of one expert, and of the shared one
    readExperts(config, model, width);
    model.sharedExperts = 1;
    model.sharedDFfn = width;
    model.dFfn = config.whole({ "intermediate_size_mlp" }, "model.d_ffn").value_or(width);

    const bool listed = config.has("moe_layers");
    const std::vector<bool> sparse = marked(config.wholes("moe_layers"), *model.layers);
    const Count step = config.whole({ "interleave_moe_layer_step" }, "model.layers").value_or(1);
    readDenseLayers(config, model,
        [&](Count layer) { return listed ? sparse[static_cast<std::size_t>(layer)] : (layer + 1) % step == 0; });
    if (config.flag("use_qk_norm", true)) {
        config.note("use_qk_norm scales query and key without weights, which adds no parameters; it is not counted");
    }
    config.note("the layers without rotary positions and chunks of attention are counted like the others");
}

void refineGptOss(Config& config, Scenario::Model& model)
{
    constexpr Count kUsualWindow = 128;
    const bool bias = config.flag("attention_bias", true);
    model.biasQkv = bias;
    model.biasOut = bias;
    readExperts(config, model, *model.dFfn);
    model.routerBias = true;
    model.attentionSinks = true;
    readWindow(config, model, kUsualWindow, "every other layer");
}

} // namespace sublinear::hf
