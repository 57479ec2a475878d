// SPDX-License-Identifier: MIT
#include "core/import/refusals.h"

#include "core/base/text.h"
#include "core/import/family.h"

#include <algorithm>
#include <array>

namespace sublinear::hf {

namespace {

constexpr std::string_view kStateSpace = "state-space layers (Mamba) in place of attention";
constexpr std::string_view kRwkv = "a recurrent network (RWKV) without attention";
constexpr std::string_view kHybrid = "a hybrid of attention with linear attention, recurrent or state-space layers";
constexpr std::string_view kEncoderDecoder = "an encoder-decoder: two stacks joined by cross-attention";
constexpr std::string_view kEncoder = "encoder-only: no causal decoder";
constexpr std::string_view kLatent = "latent attention (MLA): keys and values come from a shared low-rank projection";
constexpr std::string_view kUnequal = "layers of unequal width";
constexpr std::string_view kCross = "cross-attention layers among the others";

struct Unmodelled {
    std::string_view type; ///< plainType() of model_type
    std::string_view reason;
};

constexpr auto kUnmodelled = std::to_array<Unmodelled>({
    { "mamba", kStateSpace },
    { "mamba2", kStateSpace },
    { "falconmamba", kStateSpace },
    { "jamba", kHybrid },
    { "zamba", kHybrid },
    { "zamba2", kHybrid },
    { "bamba", kHybrid },
    { "hymba", kHybrid },
    { "recurrentgemma", kHybrid },
    { "nemotronh", kHybrid },
    { "granitemoehybrid", kHybrid },
    { "falconh1", kHybrid },
    { "plamo2", kHybrid },
    { "lfm2", kHybrid },
    { "lfm2moe", kHybrid },
    { "qwen3next", kHybrid },
    { "qwen35", kHybrid },
    { "qwen35text", kHybrid },
    { "qwen35moe", kHybrid },
    { "qwen35moetext", kHybrid },
    { "minimax", kHybrid },
    { "kimilinear", kHybrid },
    { "xlstm", kHybrid },
    { "t5", kEncoderDecoder },
    { "mt5", kEncoderDecoder },
    { "umt5", kEncoderDecoder },
    { "longt5", kEncoderDecoder },
    { "switchtransformers", kEncoderDecoder },
    { "bart", kEncoderDecoder },
    { "mbart", kEncoderDecoder },
    { "pegasus", kEncoderDecoder },
    { "pegasusx", kEncoderDecoder },
    { "marian", kEncoderDecoder },
    { "m2m100", kEncoderDecoder },
    { "nllbmoe", kEncoderDecoder },
    { "blenderbot", kEncoderDecoder },
    { "led", kEncoderDecoder },
    { "prophetnet", kEncoderDecoder },
    { "fsmt", kEncoderDecoder },
    { "whisper", kEncoderDecoder },
    { "encoderdecoder", kEncoderDecoder },
    { "bert", kEncoder },
    { "roberta", kEncoder },
    { "xlmroberta", kEncoder },
    { "camembert", kEncoder },
    { "albert", kEncoder },
    { "distilbert", kEncoder },
    { "electra", kEncoder },
    { "deberta", kEncoder },
    { "debertav2", kEncoder },
    { "modernbert", kEncoder },
    { "mpnet", kEncoder },
    { "mobilebert", kEncoder },
    { "longformer", kEncoder },
    { "bigbird", kEncoder },
    { "vit", kEncoder },
    { "clip", kEncoder },
    { "siglip", kEncoder },
    { "wav2vec2", kEncoder },
    { "deepseekv2", kLatent },
    { "deepseekv3", kLatent },
    { "kimik2", kLatent },
    { "minicpm3", kLatent },
    { "longcatflash", kLatent },
    { "openelm", kUnequal },
    { "deci", kUnequal },
    { "nemotronnas", kUnequal },
    { "gemma3n", kUnequal },
    { "gemma3ntext", kUnequal },
    { "mllama", kCross },
    { "mllamatextmodel", kCross },
});

/// A key that only one kind of model has.
struct TellingKey {
    const char* key;
    std::string_view reason;
};

constexpr auto kTellingKeys = std::to_array<TellingKey>({
    { "kv_lora_rank", kLatent },
    { "ssm_cfg", kStateSpace },
    { "ssm_state_size", kStateSpace },
    { "state_size", kStateSpace },
    { "mamba_d_state", kHybrid },
    { "attn_layer_period", kHybrid },
    { "hybrid_override_pattern", kHybrid },
    { "layers_block_type", kHybrid },
    { "linear_num_key_heads", kHybrid },
    { "linear_num_value_heads", kHybrid },
    { "linear_attn_config", kHybrid },
    { "rescale_every", kRwkv },
    { "cross_attention_layers", kCross },
    { "block_configs", kUnequal },
    { "ffn_multipliers", kUnequal },
    { "num_query_heads", kUnequal },
});

Error unmodelledKey(const Config& config, const char* key, std::string_view reason)
{
    return { config.named(key) + ": this model cannot be modelled: " + std::string(reason), config.named(key) };
}

/// A kind of layer that is not plain attention.
std::optional<Error> refusedLayerKind(const Config& config)
{
    const nlohmann::json* kinds = config.find("layer_types");
    if (kinds == nullptr || !kinds->is_array()) {
        return std::nullopt;
    }
    constexpr auto kPlain = std::to_array<std::string_view>(
        { "full_attention", "sliding_attention", "chunked_attention", "attention", "global", "local" });
    for (const nlohmann::json& kind : *kinds) {
        const std::string name = kind.is_string() ? kind.get<std::string>() : std::string();
        if (std::find(kPlain.begin(), kPlain.end(), name) == kPlain.end()) {
            const bool linear = name.find("linear") != std::string::npos;
            return Error { config.named("layer_types") + ": a layer of kind " + quoted(name)
                    + " cannot be modelled: " + (linear ? "linear attention" : "no plain attention"),
                config.named("layer_types") };
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view reasonAgainst(std::string_view type)
{
    const std::string plain = plainType(type);
    if (plain.starts_with("rwkv")) {
        return kRwkv;
    }
    const auto* found = std::find_if(
        kUnmodelled.begin(), kUnmodelled.end(), [&plain](const Unmodelled& entry) { return entry.type == plain; });
    return found == kUnmodelled.end() ? std::string_view() : found->reason;
}

std::optional<Error> refusedType(const Config& config, std::string_view type)
{
    const std::string_view reason = reasonAgainst(type);
    if (reason.empty()) {
        return std::nullopt;
    }
    return Error { config.named("model_type") + ": " + quoted(type) + " cannot be modelled: " + std::string(reason),
        config.named("model_type") };
}

std::optional<Error> refusedKeys(Config& config)
{
    if (config.flag("is_encoder_decoder", false)) {
        return unmodelledKey(config, "is_encoder_decoder", kEncoderDecoder);
    }
    const auto* telling = std::find_if(
        kTellingKeys.begin(), kTellingKeys.end(), [&config](const TellingKey& entry) { return config.has(entry.key); });
    if (telling != kTellingKeys.end()) {
        return unmodelledKey(config, telling->key, telling->reason);
    }
    return refusedLayerKind(config);
}

} // namespace sublinear::hf
