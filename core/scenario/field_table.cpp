// SPDX-License-Identifier: MIT
#include "core/scenario/field_access.h"
#include "core/scenario/fields.h"
#include "core/scenario/limits.h"
#include "core/scenario/recipes.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

template <auto... Path>
constexpr Field row(std::string_view path, std::string_view label, FieldKind kind, std::int64_t minimum = 0,
    std::int64_t maximum = 0, std::span<const std::string_view> choices = {})
{
    return { path, label, kind, minimum, maximum, choices, &getMember<Path...>, &setMember<Path...> };
}

template <auto... Path>
constexpr Field whole(std::string_view path, std::string_view label, std::int64_t minimum, std::int64_t maximum)
{
    return row<Path...>(path, label, FieldKind::Whole, minimum, maximum);
}

template <auto... Path> constexpr Field bytes(std::string_view path, std::string_view label, std::int64_t minimum)
{
    return row<Path...>(path, label, FieldKind::ByteSize, minimum, limits::kBytes);
}

template <auto... Path> constexpr Field boolean(std::string_view path, std::string_view label)
{
    return row<Path...>(path, label, FieldKind::Boolean);
}

template <auto... Path> constexpr Field text(std::string_view path, std::string_view label)
{
    return row<Path...>(path, label, FieldKind::Text, 1, limits::kTextLength);
}

template <auto... Path> constexpr Field choice(std::string_view path, std::string_view label)
{
    return row<Path...>(path, label, FieldKind::Choice, 0, 0, choicesOf<Path...>());
}

constexpr auto kModel = &Scenario::model;
using Model = Scenario::Model;
constexpr auto kWorkload = &Scenario::workload;
using Workload = Scenario::Workload;
constexpr auto kRecipe = &Scenario::recipe;
using RecipePart = Scenario::Recipe;
constexpr auto kParallel = &Scenario::parallel;
using Parallel = Scenario::Parallel;
constexpr auto kCheckpointing = &Scenario::checkpointing;
using Checkpointing = Scenario::Checkpointing;
constexpr auto kDevice = &Scenario::device;
using Device = Scenario::Device;

constexpr auto kFields = std::to_array<Field>({
    text<kModel, &Model::preset>("model.preset", "Model preset"),
    text<kModel, &Model::name>("model.name", "Model name"),
    whole<kModel, &Model::layers>("model.layers", "Layers", 1, limits::kLayers),
    whole<kModel, &Model::dModel>("model.d_model", "Width", 1, limits::kDModel),
    whole<kModel, &Model::dFfn>("model.d_ffn", "FFN width", 1, limits::kDFfn),
    whole<kModel, &Model::heads>("model.heads", "Heads", 1, limits::kHeads),
    whole<kModel, &Model::kvHeads>("model.kv_heads", "Key/value heads", 1, limits::kHeads),
    whole<kModel, &Model::headDim>("model.head_dim", "Head width", 1, limits::kDModel),
    whole<kModel, &Model::vocab>("model.vocab", "Vocabulary", 1, limits::kVocab),
    boolean<kModel, &Model::gatedMlp>("model.gated_mlp", "Gated MLP"),
    boolean<kModel, &Model::tiedEmbeddings>("model.tied_embeddings", "Tied embeddings"),
    choice<kModel, &Model::norm>("model.norm", "Norm"),
    choice<kModel, &Model::positions>("model.positions", "Positions"),
    whole<kModel, &Model::parameters>("model.parameters", "Parameters", 1, limits::kParameters),
    boolean<kModel, &Model::biasQkv>("model.bias_qkv", "Bias on query, key, value"),
    boolean<kModel, &Model::biasOut>("model.bias_out", "Bias on attention output"),
    boolean<kModel, &Model::biasMlp>("model.bias_mlp", "Bias in the MLP"),
    boolean<kModel, &Model::biasHead>("model.bias_head", "Bias on the LM head"),
    whole<kModel, &Model::normsPerLayer>("model.norms_per_layer", "Norms per layer", 0, limits::kNormsPerLayer),
    boolean<kModel, &Model::normBias>("model.norm_bias", "Bias on the norms"),
    boolean<kModel, &Model::finalNorm>("model.final_norm", "Final norm"),
    boolean<kModel, &Model::embedNorm>("model.embed_norm", "Norm after the embedding"),
    choice<kModel, &Model::qkNorm>("model.qk_norm", "Norm on query and key"),
    boolean<kModel, &Model::parallelBlock>("model.parallel_block", "Attention and MLP in parallel"),
    whole<kModel, &Model::positionRows>("model.position_rows", "Position rows", 1, limits::kSequence),
    whole<kModel, &Model::experts>("model.experts", "Experts", 0, limits::kExperts),
    whole<kModel, &Model::expertsPerToken>("model.experts_per_token", "Experts per token", 0, limits::kExperts),
    whole<kModel, &Model::expertDFfn>("model.expert_d_ffn", "Expert FFN width", 0, limits::kDFfn),
    whole<kModel, &Model::sharedExperts>("model.shared_experts", "Shared experts", 0, limits::kExperts),
    whole<kModel, &Model::sharedDFfn>("model.shared_d_ffn", "Shared expert FFN width", 0, limits::kDFfn),
    whole<kModel, &Model::denseLayers>("model.dense_layers", "Leading layers without experts", 0, limits::kLayers),
    boolean<kModel, &Model::routerBias>("model.router_bias", "Bias on the router"),
    boolean<kModel, &Model::sharedGate>("model.shared_gate", "Gate before the shared experts"),
    boolean<kModel, &Model::attentionSinks>("model.attention_sinks", "Attention sinks"),
    whole<kModel, &Model::slidingWindow>("model.sliding_window", "Sliding window", 1, limits::kSequence),
    whole<kWorkload, &Workload::batch>("workload.batch", "Batch", 1, limits::kBatch),
    whole<kWorkload, &Workload::sequence>("workload.sequence", "Sequence", 1, limits::kSequence),
    row<kRecipe, &RecipePart::name>("recipe.name", "Recipe", FieldKind::Choice, 0, 0, kRecipeNames),
    choice<kRecipe, &RecipePart::dtype>("recipe.dtype", "Number type"),
    choice<kRecipe, &RecipePart::gradientDtype>("recipe.gradient_dtype", "Gradient type"),
    choice<kRecipe, &RecipePart::gradients>("recipe.gradients", "Gradients"),
    boolean<kRecipe, &RecipePart::masterWeights>("recipe.master_weights", "fp32 master weights"),
    choice<kRecipe, &RecipePart::optimizer>("recipe.optimizer", "Optimizer"),
    choice<kRecipe, &RecipePart::attention>("recipe.attention", "Attention"),
    boolean<kRecipe, &RecipePart::dropout>("recipe.dropout", "Dropout"),
    choice<kRecipe, &RecipePart::loss>("recipe.loss", "Loss"),
    whole<kParallel, &Parallel::data>("parallel.data", "Data parallel", 1, limits::kDevices),
    whole<kParallel, &Parallel::zero>("parallel.zero", "ZeRO stage", 0, limits::kZeroStage),
    whole<kParallel, &Parallel::tensor>("parallel.tensor", "Tensor parallel", 1, limits::kTensorParallel),
    boolean<kParallel, &Parallel::sequenceParallel>("parallel.sequence_parallel", "Sequence parallel"),
    choice<kCheckpointing, &Checkpointing::policy>("checkpointing.policy", "Policy"),
    whole<kCheckpointing, &Checkpointing::k>("checkpointing.k", "K", 1, limits::kLayers),
    whole<kCheckpointing, &Checkpointing::m>("checkpointing.m", "First m", 0, limits::kLayers),
    whole<kCheckpointing, &Checkpointing::start>("checkpointing.start", "First checkpointed layer", 1, limits::kLayers),
    whole<kCheckpointing, &Checkpointing::slots>("checkpointing.slots", "States kept", 1, limits::kLayers),
    boolean<kCheckpointing, &Checkpointing::lastStored>("checkpointing.last_stored", "Last segment stored"),
    bytes<kCheckpointing, &Checkpointing::budgetBytes>("checkpointing.budget_bytes", "Byte budget", 1),
    row<kCheckpointing, &Checkpointing::tensors>(
        "checkpointing.tensors", "Recomputed tensors", FieldKind::ChoiceList, 0, 0, kSelectiveTensors),
    row<kCheckpointing, &Checkpointing::candidates>(
        "checkpointing.candidates", "Candidates for K", FieldKind::WholeList, 1, limits::kLayers),
    text<kDevice, &Device::gpu>("device.gpu", "Device"),
    bytes<kDevice, &Device::memoryBytes>("device.memory_bytes", "Device memory", 1),
    bytes<kDevice, &Device::reserveBytes>("device.reserve_bytes", "Reserve", 0),
    choice<&Scenario::accounting>("accounting", "Accounting"),
});

} // namespace

std::span<const Field> allFields()
{
    return kFields;
}

const Field* findField(std::string_view path)
{
    const auto* found =
        std::find_if(kFields.begin(), kFields.end(), [path](const Field& field) { return field.path == path; });
    return found == kFields.end() ? nullptr : found;
}

} // namespace sublinear
