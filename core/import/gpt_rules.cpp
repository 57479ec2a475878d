// SPDX-License-Identifier: MIT
// Families with GPT-2's block or near it: LayerNorm, plain MLP.
#include "core/import/family_rules.h"
#include "core/scenario/refusal.h"

namespace sublinear::hf {

namespace {

constexpr Count kFourfold = 4;

void setLinearBiases(Scenario::Model& model, bool bias)
{
    model.biasQkv = bias;
    model.biasOut = bias;
    model.biasMlp = bias;
}

void setPositions(Scenario::Model& model, Positions positions)
{
    model.positions = positions;
    if (positions != Positions::Learned) {
        model.positionRows.reset();
    }
}

} // namespace

void refineGpt2(Config& config, Scenario::Model& /*model*/)
{
    if (config.flag("add_cross_attention", false)) {
        config.refuse(Error { config.named("add_cross_attention")
                + ": true is not accepted; cross-attention belongs to an encoder-decoder, which cannot be modelled",
            config.named("add_cross_attention") });
    }
}

void refineGptBigcode(Config& config, Scenario::Model& model)
{
    if (config.flag("multi_query", true)) {
        model.kvHeads = 1;
    }
}

void refineGptNeo(Config& config, Scenario::Model& model)
{
    model.slidingWindow = config.whole({ "window_size" }, "model.sliding_window").value_or(256);
    config.note("the window is in the local layers only (every other one, unless attention_types says otherwise)");
}

void refineGptNeoX(Config& config, Scenario::Model& model)
{
    const bool bias = config.flag("attention_bias", true);
    model.biasQkv = bias;
    model.biasOut = bias;
    model.parallelBlock = config.flag("use_parallel_residual", true);
}

void refineOpt(Config& config, Scenario::Model& model)
{
    const std::optional<Count> embedding = config.whole({ "word_embed_proj_dim" }, "model.d_model");
    if (embedding && embedding != model.dModel) {
        config.refuse(refusal(config.named("word_embed_proj_dim"), std::to_string(*embedding),
            "hidden_size's value; an embedding of another width than the layers cannot be modelled"));
    }
    constexpr Count kOffset = 2; // the table starts with two rows that no position uses
    model.positionRows = *model.positionRows + kOffset;
    setLinearBiases(model, config.flag("enable_bias", true));
    if (!config.flag("layer_norm_elementwise_affine", true)) {
        model.norm = Norm::LayerNormNoAffine;
    }
    model.finalNorm = config.flag("do_layer_norm_before", true) && !config.flag("_remove_final_layer_norm", false);
}

void refineBloom(Config& /*config*/, Scenario::Model& model)
{
    model.dFfn = kFourfold * *model.dModel; // n_inner is in some configs, but nothing reads it
}

void refineFalcon(Config& config, Scenario::Model& model)
{
    const bool grouped = config.flag("new_decoder_architecture", false);
    if (!grouped) {
        model.kvHeads = config.flag("multi_query", true) ? 1 : *model.heads;
    }
    setLinearBiases(model, config.flag("bias", false));
    model.parallelBlock = grouped || config.flag("parallel_attn", true);
    // One norm serves both branches, but the grouped models have one for each unless told.
    const Count parallelNorms =
        config.whole({ "num_ln_in_parallel_attn" }, "model.norms_per_layer").value_or(grouped ? 2 : 1);
    model.normsPerLayer = config.flag("parallel_attn", true) ? parallelNorms : 2;
    if (config.flag("alibi", false)) {
        setPositions(model, Positions::Alibi);
    }
}

void refineMpt(Config& config, Scenario::Model& model)
{
    const bool bias = !config.flag("no_bias", true);
    setLinearBiases(model, bias);
    model.normBias = bias;
    model.dFfn = config.whole({ "expansion_ratio" }, "model.norms_per_layer").value_or(kFourfold) * *model.dModel;

    Config attention = config.section("attn_config");
    if (attention.flag("alibi", true)) {
        setPositions(model, Positions::Alibi);
    } else if (attention.flag("rope", false)) {
        setPositions(model, Positions::Rotary);
    } else if (!config.flag("learned_pos_emb", true)) {
        setPositions(model, Positions::None);
    }
    const std::string type = attention.text("attn_type");
    if (type == "multiquery_attention") {
        model.kvHeads = 1;
    } else if (type == "grouped_query_attention") {
        model.kvHeads = attention.size({ "kv_n_heads" }, "model.kv_heads", 0);
    }
    if (attention.flag("qk_ln", false)) {
        model.qkNorm = QkNorm::FullWidth;
        if (bias) {
            attention.refuse(refusal("attn_config.qk_ln", "true", "false where no_bias is false"));
        }
    }
    const std::string mlp = config.section("ffn_config").text("ffn_type");
    if (!mlp.empty() && mlp != "mptmlp") {
        attention.refuse(refusal("ffn_config.ffn_type", mlp, "mptmlp"));
    }
    config.adopt(attention);
}

void refinePhi(Config& config, Scenario::Model& /*model*/)
{
    if (config.flag("qk_layernorm", false)) {
        config.refuse(refusal(
            config.named("qk_layernorm"), "true", "false; norms with biases on query and key cannot be modelled"));
    }
}

void refineStableLm(Config& config, Scenario::Model& model)
{
    model.biasQkv = config.flag("use_qkv_bias", false);
    if (config.flag("qk_layernorm", false)) {
        model.qkNorm = QkNorm::FullWidth; // weights of their own for each head
    }
    if (config.flag("use_parallel_residual", false)) {
        model.parallelBlock = true;
        model.normsPerLayer = 1;
    }
}

void refineStarCoder2(Config& config, Scenario::Model& model)
{
    setLinearBiases(model, config.flag("use_bias", true));
    readWindow(config, model, 0);
}

void refineCohere(Config& config, Scenario::Model& model)
{
    const bool bias = config.flag("attention_bias", false);
    model.biasQkv = bias;
    model.biasOut = bias;
    model.normBias = false;
    if (config.flag("use_qk_norm", false)) {
        model.qkNorm = QkNorm::FullWidth; // weights of their own for each head
    }
}

} // namespace sublinear::hf
