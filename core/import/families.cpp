// SPDX-License-Identifier: MIT
#include "core/import/family.h"
#include "core/import/family_rules.h"

#include <algorithm>
#include <array>

namespace sublinear::hf {

namespace {

constexpr Block kLlama = {};
constexpr Block kTiedLlama = { .tied = true };
constexpr Block kQwen2 = { .biasQkv = true };
constexpr Block kHeadNormed = { .qkNorm = QkNorm::PerHead }; // Qwen3
constexpr Block kFullyNormed = { .qkNorm = QkNorm::FullWidth }; // OLMo 2
constexpr Block kGemma2 = { .tied = true, .norms = 4 };
constexpr Block kGemma3 = { .tied = true, .norms = 4, .qkNorm = QkNorm::PerHead };
constexpr Block kGptOss = { .biasQkv = true, .biasOut = true, .biasMlp = true };

constexpr Block kGpt2 = { .norm = Norm::LayerNorm,
    .positions = Positions::Learned,
    .gated = false,
    .tied = true,
    .biasQkv = true,
    .biasOut = true,
    .biasMlp = true };
constexpr Block kGptNeo = { .norm = Norm::LayerNorm,
    .positions = Positions::Learned,
    .gated = false,
    .tied = true,
    .biasOut = true,
    .biasMlp = true };
constexpr Block kGptJ = {
    .norm = Norm::LayerNorm, .gated = false, .biasMlp = true, .biasHead = true, .norms = 1, .parallel = true
};
constexpr Block kGptNeoX = {
    .norm = Norm::LayerNorm, .gated = false, .biasQkv = true, .biasOut = true, .biasMlp = true, .parallel = true
};
constexpr Block kBloom = { .norm = Norm::LayerNorm,
    .positions = Positions::Alibi,
    .gated = false,
    .tied = true,
    .biasQkv = true,
    .biasOut = true,
    .biasMlp = true,
    .embedNorm = true };
constexpr Block kFalcon = { .norm = Norm::LayerNorm, .gated = false, .tied = true };
constexpr Block kPhi = { .norm = Norm::LayerNorm,
    .gated = false,
    .biasQkv = true,
    .biasOut = true,
    .biasMlp = true,
    .biasHead = true,
    .norms = 1,
    .parallel = true };
constexpr Block kStableLm = { .norm = Norm::LayerNorm };
constexpr Block kStarCoder2 = {
    .norm = Norm::LayerNorm, .gated = false, .tied = true, .biasQkv = true, .biasOut = true, .biasMlp = true
};
constexpr Block kCohere = { .norm = Norm::LayerNorm, .tied = true, .norms = 1, .parallel = true };
constexpr Block kOlmo = { .norm = Norm::LayerNormNoAffine };

constexpr Usual kFourfoldFfn = { .ffnIsFourfold = true };

constexpr auto kFamilies = std::to_array<Family>({
    { "gpt2", kGpt2,
        { .layers = 12, .dModel = 768, .heads = 12, .vocab = 50257, .positions = 1024, .ffnIsFourfold = true },
        refineGpt2 },
    { "gpt_bigcode", kGpt2, { .positions = 1024, .ffnIsFourfold = true }, refineGptBigcode },
    { "gpt_neo", kGptNeo, { .positions = 2048, .ffnIsFourfold = true }, refineGptNeo },
    { "gptj", kGptJ, kFourfoldFfn, nullptr },
    { "codegen", kGptJ, kFourfoldFfn, nullptr },
    { "gpt_neox", kGptNeoX, {}, refineGptNeoX },
    { "opt", kGpt2, { .positions = 2048 }, refineOpt },
    { "bloom", kBloom, kFourfoldFfn, refineBloom },
    { "falcon", kFalcon, kFourfoldFfn, refineFalcon },
    { "mpt", kGpt2, { .positions = 2048, .ffnIsFourfold = true }, refineMpt },
    { "phi", kPhi, { .vocab = 51200 }, refinePhi },
    { "stablelm", kStableLm, { .kvHeads = 32 }, refineStableLm },
    { "starcoder2", kStarCoder2, { .kvHeads = 2 }, refineStarCoder2 },
    { "cohere", kCohere, {}, refineCohere },
    { "llama", kLlama, { .layers = 32, .dModel = 4096, .dFfn = 11008, .heads = 32, .vocab = 32000 }, refineLlama },
    { "mistral", kLlama, { .layers = 32, .dModel = 4096, .dFfn = 14336, .heads = 32, .kvHeads = 8, .vocab = 32000 },
        refineMistral },
    { "mixtral", kLlama, { .kvHeads = 8 }, refineMixtral },
    { "granite", kLlama, {}, refineLlama },
    { "internlm2", kLlama, {}, refineInternLm2 },
    { "smollm3", kTiedLlama, { .kvHeads = 4 }, refineSmolLm3 },
    { "phi3", kLlama, {}, refinePhi3 },
    { "qwen2", kQwen2, { .layers = 32, .dModel = 4096, .dFfn = 22016, .heads = 32, .kvHeads = 32, .vocab = 151936 },
        refineQwen2 },
    { "qwen2_moe", kQwen2, { .kvHeads = 16 }, refineQwen2Moe },
    { "qwen3", kHeadNormed, { .kvHeads = 32, .headDim = 128, .vocab = 151936 }, refineQwen3 },
    { "qwen3_moe", kHeadNormed, { .kvHeads = 4, .vocab = 151936 }, refineQwen3Moe },
    { "gemma", kTiedLlama, { .kvHeads = 16, .headDim = 256, .vocab = 256000 }, refineGemma },
    { "gemma2", kGemma2,
        { .layers = 26, .dModel = 2304, .dFfn = 9216, .heads = 8, .kvHeads = 4, .headDim = 256, .vocab = 256000 },
        refineGemma2 },
    { "gemma3_text", kGemma3,
        { .layers = 26, .dModel = 2304, .dFfn = 9216, .heads = 8, .kvHeads = 4, .headDim = 256, .vocab = 262208 },
        refineGemma3 },
    { "olmo", kOlmo, {}, refineLlama },
    { "olmo2", kFullyNormed, {}, refineLlama },
    { "olmoe", kFullyNormed, {}, refineOlmoe },
    { "deepseek", kLlama, {}, refineDeepSeek },
    { "llama4_text", kLlama, { .headDim = 128, .vocab = 202048 }, refineLlama4 },
    { "gpt_oss", kGptOss, { .kvHeads = 8, .headDim = 64, .vocab = 201088 }, refineGptOss },
});

} // namespace

std::span<const Family> families()
{
    return kFamilies;
}

std::string plainType(std::string_view type)
{
    std::string plain;
    for (const char c : type) {
        if (c != '_' && c != '-' && c != '.' && c != ' ') {
            plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return plain;
}

const Family* findFamily(std::string_view type)
{
    const std::string wanted = plainType(type);
    const auto* found = std::find_if(kFamilies.begin(), kFamilies.end(),
        [&wanted](const Family& family) { return plainType(family.type) == wanted; });
    return found == kFamilies.end() ? nullptr : found;
}

} // namespace sublinear::hf
