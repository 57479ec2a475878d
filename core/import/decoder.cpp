// SPDX-License-Identifier: MIT
#include "core/import/decoder.h"

#include "core/scenario/refusal.h"

#include <algorithm>

namespace sublinear::hf {

namespace {

constexpr Keys kLayers = { "num_hidden_layers", "n_layer", "n_layers", "num_layers" };
constexpr Keys kWidth = { "hidden_size", "n_embd", "d_model", "n_embed" };
constexpr Keys kHeads = { "num_attention_heads", "n_head", "n_heads", "num_heads" };
constexpr Keys kKvHeads = { "num_key_value_heads", "num_kv_heads", "n_head_kv", "n_kv_heads" };
constexpr Keys kFfnWidth = { "intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size" };
constexpr Keys kPositions = { "max_position_embeddings", "n_positions", "max_seq_len", "n_ctx" };

void takeBlock(const Block& block, Scenario::Model& model)
{
    model.norm = block.norm;
    model.positions = block.positions;
    model.gatedMlp = block.gated;
    model.tiedEmbeddings = block.tied;
    model.biasQkv = block.biasQkv;
    model.biasOut = block.biasOut;
    model.biasMlp = block.biasMlp;
    model.biasHead = block.biasHead;
    model.normBias = block.norm == Norm::LayerNorm;
    model.normsPerLayer = block.norms;
    model.finalNorm = true;
    model.embedNorm = block.embedNorm;
    model.qkNorm = block.qkNorm;
    model.parallelBlock = block.parallel;
    model.experts = 0;
    model.expertsPerToken = 0;
    model.expertDFfn = 0;
    model.sharedExperts = 0;
    model.sharedDFfn = 0;
    model.denseLayers = 0;
    model.routerBias = false;
    model.sharedGate = false;
    model.attentionSinks = false;
}

// The key of a config that gives it; the first name where none does.
const char* givenKey(const Config& config, Keys keys)
{
    const auto* const found = std::find_if(keys.begin(), keys.end(), [&](const char* key) { return config.has(key); });
    return found == keys.end() ? *keys.begin() : *found;
}

Count readKvHeads(Config& config, const Usual& usual, Count heads)
{
    if (usual.kvHeads > 0 && !config.givenAsNull(kKvHeads)) {
        return config.size(kKvHeads, "model.kv_heads", usual.kvHeads);
    }
    return config.whole(kKvHeads, "model.kv_heads").value_or(heads);
}

// In the file's words: the scenario's own refusal would name fields that the file does not have.
void checkKvHeads(Config& config, Count heads, Count kvHeads)
{
    if (config.hasAny(kKvHeads) && !config.refused() && heads % kvHeads != 0) {
        config.refuse(refusal(config.named(givenKey(config, kKvHeads)), std::to_string(kvHeads),
            "a divisor of " + config.named(givenKey(config, kHeads)) + ", " + std::to_string(heads)));
    }
}

Count readHeadDim(Config& config, const Usual& usual, Count dModel, Count heads)
{
    const std::optional<Count> given = config.whole({ "head_dim" }, "model.head_dim");
    if (given) {
        return *given;
    }
    if (usual.headDim > 0) {
        return config.size({ "head_dim" }, "model.head_dim", usual.headDim);
    }
    if (dModel % heads != 0) {
        config.refuse(refusal(config.named("num_attention_heads"), std::to_string(heads),
            "a divisor of hidden_size, " + std::to_string(dModel) + ", where head_dim is not given"));
    }
    return dModel / heads;
}

Count readFfnWidth(Config& config, const Usual& usual, Count dModel)
{
    constexpr Count kFourfold = 4;
    const std::optional<Count> given = config.whole(kFfnWidth, "model.d_ffn");
    if (given) {
        return *given;
    }
    return usual.ffnIsFourfold ? kFourfold * dModel : config.size(kFfnWidth, "model.d_ffn", usual.dFfn);
}

} // namespace

Count longestSequence(Config& config, const Family& family)
{
    return config.whole(kPositions, "model.position_rows").value_or(family.usual.positions);
}

Scenario::Model readDecoder(Config& config, const Family& family)
{
    const Usual& usual = family.usual;
    Scenario::Model model;
    takeBlock(family.block, model);
    model.layers = config.size(kLayers, "model.layers", usual.layers);
    model.dModel = config.size(kWidth, "model.d_model", usual.dModel);
    model.heads = config.size(kHeads, "model.heads", usual.heads);
    model.vocab = config.size({ "vocab_size" }, "model.vocab", usual.vocab);
    if (config.refused()) {
        return model;
    }
    model.kvHeads = readKvHeads(config, usual, *model.heads);
    checkKvHeads(config, *model.heads, *model.kvHeads);
    model.headDim = readHeadDim(config, usual, *model.dModel, *model.heads);
    model.dFfn = readFfnWidth(config, usual, *model.dModel);
    model.tiedEmbeddings = config.outerFlag("tie_word_embeddings", family.block.tied);
    if (model.positions == Positions::Learned) {
        model.positionRows = config.size(kPositions, "model.position_rows", usual.positions);
    }
    if (family.refine != nullptr && !config.refused()) {
        family.refine(config, model);
    }
    return model;
}

} // namespace sublinear::hf
