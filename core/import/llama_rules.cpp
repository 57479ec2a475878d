// SPDX-License-Identifier: MIT
// Families with Llama's block or near it: RMSNorm, gated MLP, rotary positions.
#include "core/import/family_rules.h"

#include <algorithm>

namespace sublinear::hf {

namespace {

void readAttentionBias(Config& config, Scenario::Model& model)
{
    const bool bias = config.flag("attention_bias", false);
    model.biasQkv = bias;
    model.biasOut = bias;
}

/// How many layers a list of layer kinds gives a window; all of them without a list.
Count windowedLayers(const Config& config, Count layers)
{
    const nlohmann::json* kinds = config.find("layer_types");
    if (kinds == nullptr || !kinds->is_array()) {
        return layers;
    }
    return std::count_if(kinds->begin(), kinds->end(), [](const nlohmann::json& kind) {
        return kind.is_string() && kind.get_ref<const std::string&>() == "sliding_attention";
    });
}

} // namespace

void readWindow(Config& config, Scenario::Model& model, Count usual, std::string_view spread)
{
    const Keys keys = { "sliding_window", "sliding_window_size" };
    const std::optional<Count> given = config.whole(keys, "model.sliding_window");
    const bool usualHolds = usual > 0 && !config.givenAsNull(keys);
    const Count layers = *model.layers;
    const Count windowed = windowedLayers(config, layers);
    if ((!given && !usualHolds) || windowed == 0) {
        return;
    }
    model.slidingWindow = given.value_or(usual);
    const std::string where = windowed < layers ? std::to_string(windowed) + " of " + std::to_string(layers) + " layers"
                                                : std::string(spread);
    if (!where.empty()) {
        config.note("the sliding window of " + std::to_string(*model.slidingWindow) + " is in " + where + " only");
    }
}

void readSwitchedWindow(Config& config, Scenario::Model& model)
{
    if (!config.flag("use_sliding_window", false)) {
        return;
    }
    const Count from = config.whole({ "max_window_layers" }, "model.dense_layers").value_or(0);
    if (from < *model.layers) {
        readWindow(config, model, 0, from > 0 ? "the layers from " + std::to_string(from) + " on" : std::string());
    }
}

void refineLlama(Config& config, Scenario::Model& model)
{
    readAttentionBias(config, model);
    model.biasMlp = config.flag("mlp_bias", false);
    readWindow(config, model, 0);
}

void refineMistral(Config& config, Scenario::Model& model)
{
    constexpr Count kUsualWindow = 4096;
    readWindow(config, model, kUsualWindow);
}

void refineInternLm2(Config& config, Scenario::Model& model)
{
    const bool bias = config.flag("bias", true);
    model.biasQkv = bias;
    model.biasOut = bias;
}

void refineSmolLm3(Config& config, Scenario::Model& model)
{
    readAttentionBias(config, model);
    model.biasMlp = config.flag("mlp_bias", false);
    readSwitchedWindow(config, model);
    config.note("the layers without rotary positions are counted like the others");
}

void refinePhi3(Config& config, Scenario::Model& model)
{
    model.biasHead = config.flag("lm_head_bias", false);
    readAttentionBias(config, model);
    model.biasMlp = config.flag("mlp_bias", false);
    readWindow(config, model, 0);
    if (config.hasAny({ "vision_lora", "speech_lora" })) {
        config.note("the adapters for pictures and speech (vision_lora, speech_lora) are left out");
    }
}

void refineQwen2(Config& config, Scenario::Model& model)
{
    readSwitchedWindow(config, model);
}

void refineQwen3(Config& config, Scenario::Model& model)
{
    readAttentionBias(config, model);
    readSwitchedWindow(config, model);
}

void refineGemma(Config& config, Scenario::Model& model)
{
    readAttentionBias(config, model);
}

void refineGemma2(Config& config, Scenario::Model& model)
{
    constexpr Count kUsualWindow = 4096;
    readAttentionBias(config, model);
    readWindow(config, model, kUsualWindow, "every other layer");
}

void refineGemma3(Config& config, Scenario::Model& model)
{
    constexpr Count kUsualWindow = 4096;
    constexpr Count kUsualPattern = 6;
    readAttentionBias(config, model);
    const Count pattern =
        config.whole({ "sliding_window_pattern", "_sliding_window_pattern" }, "model.layers").value_or(kUsualPattern);
    readWindow(
        config, model, kUsualWindow, std::to_string(pattern - 1) + " of each " + std::to_string(pattern) + " layers");
}

} // namespace sublinear::hf
