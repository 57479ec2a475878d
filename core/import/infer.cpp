// SPDX-License-Identifier: MIT
#include "core/import/infer.h"

#include "core/import/family.h"
#include "core/import/refusals.h"

#include <algorithm>
#include <array>

namespace sublinear::hf {

namespace {

/// Two keys that together give a family away. The more telling ones come first.
struct Clue {
    const char* key;
    const char* beside; ///< may be null
    std::string_view type;
};

constexpr auto kClues = std::to_array<Clue>({
    { "relative_attention_num_buckets", nullptr, "t5" },
    { "num_decoder_layers", nullptr, "t5" },
    { "type_vocab_size", nullptr, "bert" },
    { "expansion_ratio", "attn_config", "mpt" },
    { "multi_query", "n_inner", "gpt_bigcode" },
    { "new_decoder_architecture", nullptr, "falcon" },
    { "parallel_attn", nullptr, "falcon" },
    { "word_embed_proj_dim", nullptr, "opt" },
    { "do_layer_norm_before", nullptr, "opt" },
    { "rotary_pct", "hidden_size", "gpt_neox" },
    { "rotary_dim", "n_embd", "gptj" },
    { "attention_types", "num_layers", "gpt_neo" },
    { "apply_residual_connection_post_layernorm", "n_layer", "bloom" },
    { "interleave_moe_layer_step", nullptr, "llama4_text" },
    { "shared_expert_intermediate_size", "moe_intermediate_size", "qwen2_moe" },
    { "num_experts", "moe_intermediate_size", "qwen3_moe" },
    { "n_routed_experts", "moe_intermediate_size", "deepseek" },
    { "num_local_experts", "rms_norm_eps", "mixtral" },
    { "query_pre_attn_scalar", "rope_local_base_freq", "gemma3_text" },
    { "query_pre_attn_scalar", "final_logit_softcapping", "gemma2" },
    { "partial_rotary_factor", "layer_norm_eps", "phi" },
    { "sliding_window", "rms_norm_eps", "mistral" },
    { "rms_norm_eps", "hidden_size", "llama" },
    { "n_embd", "n_head", "gpt2" },
});

/// "LlamaForCausalLM" is a Llama.
std::string typeOfArchitecture(std::string_view architecture)
{
    for (const std::string_view ending :
        { "ForCausalLM", "LMHeadModel", "ForConditionalGeneration", "WithLMHeadModel", "ForMaskedLM", "Model" }) {
        if (architecture.ends_with(ending)) {
            architecture.remove_suffix(ending.size());
            break;
        }
    }
    if (const Family* family = findFamily(architecture)) {
        return std::string(family->type);
    }
    const std::string plain = plainType(architecture);
    const std::string inner = languageModelType(plain);
    return inner != plain || !reasonAgainst(plain).empty() ? plain : std::string();
}

} // namespace

std::string languageModelType(const std::string& type)
{
    struct Composite {
        std::string_view type; ///< plainType()
        std::string_view language;
    };
    constexpr auto kComposites = std::to_array<Composite>({
        { "llava", "llama" },
        { "llavallama", "llama" },
        { "llavanext", "llama" },
        { "llavamistral", "mistral" },
        { "mistral3", "mistral" },
        { "pixtral", "mistral" },
        { "idefics2", "mistral" },
        { "idefics3", "llama" },
        { "smolvlm", "llama" },
        { "llama4", "llama4_text" },
        { "gemma3", "gemma3_text" },
        { "paligemma", "gemma" },
        { "qwen2vl", "qwen2" },
        { "qwen2vltext", "qwen2" },
        { "qwen25vl", "qwen2" },
        { "qwen25vltext", "qwen2" },
        { "qwen3vl", "qwen3" },
        { "qwen3vltext", "qwen3" },
        { "qwen3vlmoe", "qwen3_moe" },
        { "qwen3vlmoetext", "qwen3_moe" },
        { "phi3v", "phi3" },
        { "phi4mm", "phi3" },
        { "phi4multimodal", "phi3" },
    });
    const std::string plain = plainType(type);
    const auto* found = std::find_if(
        kComposites.begin(), kComposites.end(), [&plain](const Composite& each) { return each.type == plain; });
    return found == kComposites.end() ? type : std::string(found->language);
}

Inferred inferType(const Config& config)
{
    const nlohmann::json* architectures = config.find("architectures");
    if (architectures != nullptr && architectures->is_array() && !architectures->empty()
        && architectures->front().is_string()) {
        const std::string name = architectures->front().get<std::string>();
        if (std::string type = typeOfArchitecture(name); !type.empty()) {
            return { std::move(type), "its architectures" };
        }
    }
    const auto* clue = std::find_if(kClues.begin(), kClues.end(), [&config](const Clue& each) {
        return config.has(each.key) && (each.beside == nullptr || config.has(each.beside));
    });
    if (clue == kClues.end()) {
        return {};
    }
    const std::string beside = clue->beside == nullptr ? std::string() : std::string(" and ") + clue->beside;
    return { std::string(clue->type), clue->key + beside };
}

} // namespace sublinear::hf
