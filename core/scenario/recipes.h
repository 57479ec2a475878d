// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <array>
#include <span>
#include <string_view>

namespace sublinear {

/// A named way of keeping numbers: what `recipe.name` stands for.
struct RecipePreset {
    std::string_view name; ///< spelling in files
    std::string_view label; ///< for people
    Dtype dtype;
    Dtype gradientDtype;
    bool masterWeights; ///< an fp32 copy of the parameters beside the low-precision ones
    Optimizer optimizer;
};

/// The first one is the default.
std::span<const RecipePreset> allRecipes();
const RecipePreset* findRecipe(std::string_view name);

inline constexpr std::array<std::string_view, 8> kRecipeNames { "article", "bf16_fp32_master", "bf16_pure", "fp32",
    "fp16_mixed", "adam8bit", "adafactor", "sgd" };

} // namespace sublinear
