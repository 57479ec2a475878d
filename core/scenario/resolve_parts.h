// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"

#include <optional>

/// The steps of resolve(). Each fills one part and returns what it refuses, if anything.
namespace sublinear::resolving {

using Refused = std::optional<Error>;

/// What is given, and below it what the model's preset knows.
struct ModelSources {
    const Scenario::Model& given;
    const Scenario::Model& preset; ///< empty without one
};

Refused resolveModel(const Scenario& scenario, ResolvedScenario::Model& model);
/// Mixture-of-experts fields, once the layers and d_ffn are known.
Refused resolveExperts(const ModelSources& from, ResolvedScenario::Model& model);
Refused resolveRecipe(const Scenario::Recipe& given, ResolvedScenario::Recipe& recipe);
Refused resolveParallel(
    const Scenario& scenario, const ResolvedScenario::Model& model, ResolvedScenario::Parallel& parallel);
/// Once model and recipe are known.
Refused resolveCheckpointing(const Scenario& scenario, ResolvedScenario& resolved);
Refused resolveDevice(const Scenario::Device& given, Accounting accounting, ResolvedScenario::Device& device);

/// head_dim where nothing says otherwise.
inline Count derivedHeadDim(Count dModel, Count heads)
{
    return dModel < heads ? 1 : dModel / heads;
}

/// The given value, else the preset's, else the default.
template <class T> T firstOf(const std::optional<T>& given, const std::optional<T>& preset, T fallback)
{
    return given ? *given : preset.value_or(fallback);
}

} // namespace sublinear::resolving
