// SPDX-License-Identifier: MIT
#include "app/controls/panel_fields.h"

#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/policy/policy.h"
#include "core/scenario/recipes.h"

#include <QCoreApplication>

namespace sublinear {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ScenarioPanel", text);
}

std::vector<ChoiceRow::Entry> dtypeEntries()
{
    std::vector<ChoiceRow::Entry> entries;
    for (const Dtype dtype : { Dtype::Bf16, Dtype::Fp16, Dtype::Fp32 }) {
        entries.push_back(
            { toText(dtype), tr("%1, %2 bytes").arg(toQString(toText(dtype))).arg(bytesPerElement(dtype)), {} });
    }
    return entries;
}

std::vector<ChoiceRow::Entry> recipeEntries()
{
    std::vector<ChoiceRow::Entry> entries;
    for (const RecipePreset& recipe : allRecipes()) {
        entries.push_back({ recipe.name, fromCore(recipe.label),
            tr("%1 parameters, %2 gradients, %3, %4")
                .arg(toQString(toText(recipe.dtype)), toQString(toText(recipe.gradientDtype)),
                    recipe.masterWeights ? tr("fp32 master weights") : tr("no master weights"),
                    toQString(toText(recipe.optimizer))) });
    }
    return entries;
}

std::vector<ChoiceRow::Entry> zeroEntries()
{
    return { { "0", tr("0: every device has all"), {} }, { "1", tr("1: optimizer states sharded"), {} },
        { "2", tr("2: and gradients"), {} }, { "3", tr("3: and parameters (FSDP)"), {} } };
}

} // namespace

std::vector<ChoiceRow::Entry> accountingEntries()
{
    return { { "article", tr("The article's sums"),
                 tr("Exactly the article's laws: no gradients, no embeddings, peaks by formula") },
        { "training", tr("A real training step"),
            tr("What a step holds: gradients, embeddings, logits, transients; the peak by simulation") } };
}

std::vector<ChoiceRow::Entry> policyEntries()
{
    std::vector<ChoiceRow::Entry> entries;
    for (const PolicyInfo& info : allPolicies()) {
        entries.push_back({ info.text, fromCore(info.name), policySentence(info.text) });
    }
    return entries;
}

std::vector<ChoiceRow::Entry> startEntries()
{
    return { { "", tr("Layers K, 2K, \u2026"), tr("As in torchtitan: m = floor(N/K) layers") },
        { "1", tr("Layers 1, K+1, \u2026"), tr("As in HF every_n_layers: m = ceil(N/K) layers") } };
}

std::vector<PanelField> shapeFields()
{
    return {
        { "model.d_model", tr("D: width of the residual stream, d_model") },
        { "model.d_ffn", tr("F: inner width of the MLP, d_ffn") },
        { "model.heads", tr("H: attention heads; one S by S matrix each") },
        { "model.kv_heads", tr("Hkv: heads of keys and values; fewer than H in grouped-query attention") },
        { "model.head_dim", tr("Width of one head; D/H in most models") },
        { "model.vocab", tr("V: without one there is no embedding, no LM head and no logits"), {}, true },
        { "model.gated_mlp", tr("A third matrix in the MLP, as in Llama (SwiGLU)") },
        { "model.tied_embeddings", tr("The LM head is the embedding's matrix") },
        { "model.norm", tr("What normalises; a LayerNorm keeps a mean as well"),
            { { "layernorm", tr("LayerNorm"), {} }, { "rmsnorm", tr("RMSNorm"), {} },
                { "layernorm_noaffine", tr("LayerNorm, no weights"), {} } } },
        { "model.positions", tr("Where positions come from; learned ones are parameters"),
            { { "learned", tr("Learned"), {} }, { "rotary", tr("Rotary"), {} }, { "alibi", tr("ALiBi"), {} },
                { "none", tr("None"), {} } } },
        { "model.parameters", tr("An explicit count; without one the shape's is taken"), {}, true },
    };
}

std::vector<PanelField> expertFields()
{
    return {
        { "model.experts", tr("MLPs of a mixture of experts per layer; 0 for a dense model") },
        { "model.experts_per_token", tr("How many of them a token goes through (top k)") },
        { "model.expert_d_ffn", tr("Inner width of one expert") },
        { "model.shared_experts", tr("Experts that every token goes through") },
        { "model.shared_d_ffn", tr("Inner width of one shared expert") },
        { "model.dense_layers", tr("Layers before the first one with experts") },
    };
}

std::vector<PanelField> recipeFields()
{
    return {
        { "recipe.name", tr("A named way of keeping numbers; fills the four fields under it"), recipeEntries() },
        { "recipe.dtype", tr("Type of parameters and activations"), dtypeEntries() },
        { "recipe.gradient_dtype", tr("Type of the gradients of the parameters"), dtypeEntries() },
        { "recipe.master_weights", tr("An fp32 copy of the parameters, which the optimizer updates: 4 bytes each") },
        { "recipe.optimizer", tr("Whose states stay in memory between the steps"),
            { { "adam", tr("Adam, 8 bytes"), {} }, { "adamw", tr("AdamW, 8 bytes"), {} },
                { "sgd", tr("SGD, no state"), {} }, { "sgd_momentum", tr("SGD, momentum"), {} },
                { "adafactor", tr("Adafactor"), {} }, { "adam8bit", tr("8-bit Adam"), {} } } },
        { "recipe.gradients", tr("Preallocated: all of them all the time; on demand: as autograd frees and makes them"),
            { { "preallocated", tr("Preallocated"), {} }, { "on_demand", tr("On demand"), {} } } },
        { "recipe.attention", tr("Materialized keeps the S by S matrices of every head; fused (flash) keeps none"),
            { { "materialized", tr("Materialized"), {} }, { "fused", tr("Fused (flash)"), {} } } },
        { "recipe.dropout", tr("Masks of the dropout layers, one byte an element") },
        { "recipe.loss", tr("Full: logits, an fp32 copy and their gradient; chunked: a part of them at a time"),
            { { "full", tr("Full logits"), {} }, { "chunked", tr("In chunks"), {} }, { "none", tr("None"), {} } } },
    };
}

std::vector<PanelField> shardingFields()
{
    return {
        { "parallel.data", tr("Devices that each take their own batch; never divides activations") },
        { "parallel.zero", tr("What data parallel devices share out among each other (ZeRO, FSDP)"), zeroEntries() },
        { "parallel.tensor", tr("Devices that share each layer's heads and MLP; a divisor of the heads") },
        { "parallel.sequence_parallel", tr("What tensor parallelism leaves whole is divided along the sequence") },
    };
}

std::vector<PanelField> memoryFields()
{
    return {
        { "device.memory_bytes", tr("The limit in GiB; taken from the device unless given here") },
        { "device.reserve_bytes", tr("Held back for context, libraries and fragmentation; assumed") },
    };
}

QString policySentence(std::string_view policy)
{
    const PolicyInfo* info = findPolicy(policy);
    if (info == nullptr) {
        return {};
    }
    return tr("Keeps %1. Met as: %2.").arg(fromCore(info->keeps), fromCore(info->flag));
}

} // namespace sublinear
