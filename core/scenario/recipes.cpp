// SPDX-License-Identifier: MIT
#include "core/scenario/recipes.h"

#include <algorithm>

namespace sublinear {

namespace {

using enum Dtype;

// Bytes per parameter in the comments: weights + gradients + master + optimizer state.
constexpr std::array<RecipePreset, kRecipeNames.size()> kRecipes { {
    { kRecipeNames[0], "The article's", Bf16, Bf16, false, Optimizer::Adam }, // 2 + 2 + 0 + 8
    { kRecipeNames[1], "bf16, fp32 master", Bf16, Bf16, true, Optimizer::AdamW }, // 2 + 2 + 4 + 8
    { kRecipeNames[2], "bf16 throughout", Bf16, Bf16, false, Optimizer::AdamW }, // 2 + 2 + 0 + 8
    { kRecipeNames[3], "fp32 throughout", Fp32, Fp32, false, Optimizer::AdamW }, // 4 + 4 + 0 + 8
    { kRecipeNames[4], "fp16 mixed precision", Fp16, Fp16, true, Optimizer::AdamW }, // 2 + 2 + 4 + 8 (ZeRO's 16)
    { kRecipeNames[5], "8-bit Adam", Bf16, Bf16, false, Optimizer::Adam8bit }, // 2 + 2 + 0 + 2 and block scales
    { kRecipeNames[6], "Adafactor", Bf16, Bf16, false, Optimizer::Adafactor }, // 2 + 2 + 0 + row and column sums
    { kRecipeNames[7], "Plain SGD", Bf16, Bf16, false, Optimizer::Sgd }, // 2 + 2
} };

} // namespace

std::span<const RecipePreset> allRecipes()
{
    return kRecipes;
}

const RecipePreset* findRecipe(std::string_view name)
{
    const auto* found = std::find_if(
        kRecipes.begin(), kRecipes.end(), [name](const RecipePreset& recipe) { return recipe.name == name; });
    return found == kRecipes.end() ? nullptr : found;
}

} // namespace sublinear
