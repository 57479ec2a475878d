// SPDX-License-Identifier: MIT
#include "core/scenario/recipes.h"
#include "core/scenario/resolve_parts.h"

namespace sublinear::resolving {

Refused resolveRecipe(const Scenario::Recipe& given, ResolvedScenario::Recipe& recipe)
{
    const RecipePreset* preset = given.name ? findRecipe(*given.name) : &allRecipes().front();
    if (preset == nullptr) {
        return unknownPreset("recipe.name", *given.name, kRecipeNames);
    }
    recipe.name = preset->name;
    recipe.dtype = given.dtype.value_or(preset->dtype);
    // Where the recipe's gradients have its number type, they follow a given one, and
    // fp32 parameters need no fp32 copy.
    const bool ownDtype = recipe.dtype == preset->dtype;
    const bool follows = preset->gradientDtype == preset->dtype;
    recipe.gradientDtype = given.gradientDtype.value_or(follows ? recipe.dtype : preset->gradientDtype);
    recipe.masterWeights =
        given.masterWeights.value_or(preset->masterWeights && (ownDtype || recipe.dtype != Dtype::Fp32));
    recipe.optimizer = given.optimizer.value_or(preset->optimizer);
    recipe.gradients = given.gradients.value_or(recipe.gradients);
    recipe.attention = given.attention.value_or(recipe.attention);
    recipe.dropout = given.dropout.value_or(recipe.dropout);
    recipe.loss = given.loss.value_or(recipe.loss);
    return std::nullopt;
}

Refused resolveParallel(
    const Scenario& scenario, const ResolvedScenario::Model& model, ResolvedScenario::Parallel& parallel)
{
    const Scenario::Parallel& given = scenario.parallel;
    parallel.data = given.data.value_or(1);
    parallel.zero = given.zero.value_or(0);
    parallel.tensor = given.tensor.value_or(1);
    parallel.sequenceParallel = given.sequenceParallel.value_or(false);
    if (model.heads % parallel.tensor != 0) { // each device of a tensor-parallel group has whole heads
        return contradiction("parallel.tensor", std::to_string(parallel.tensor),
            { "model.heads", std::to_string(model.heads), scenario.model.heads.has_value() },
            "a divisor of " + std::to_string(model.heads));
    }
    return std::nullopt;
}

} // namespace sublinear::resolving
