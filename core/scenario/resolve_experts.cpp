// SPDX-License-Identifier: MIT
#include "core/scenario/limits.h"
#include "core/scenario/resolve_parts.h"

#include <algorithm>

namespace sublinear::resolving {

namespace {

constexpr Count kExpertsPerToken = 2; // Mixtral's, where only the experts are given

/// A model without experts: what its preset says of them has no meaning.
void fillDense(const Scenario::Model& given, ResolvedScenario::Model& model)
{
    model.expertsPerToken = 0;
    model.expertDFfn = given.expertDFfn.value_or(0);
    model.sharedExperts = given.sharedExperts.value_or(0);
    model.sharedDFfn = given.sharedDFfn.value_or(0);
    model.denseLayers = given.denseLayers.value_or(0);
    model.routerBias = given.routerBias.value_or(false);
    model.sharedGate = given.sharedGate.value_or(false);
}

void fillMixture(const ModelSources& from, ResolvedScenario::Model& model)
{
    const auto& [given, preset] = from;
    model.expertsPerToken = given.expertsPerToken
        ? *given.expertsPerToken
        : std::min(preset.expertsPerToken.value_or(kExpertsPerToken), model.experts);
    model.expertDFfn = firstOf(given.expertDFfn, preset.expertDFfn, model.dFfn);
    model.sharedExperts = firstOf(given.sharedExperts, preset.sharedExperts, Count { 0 });
    const Count shared = model.sharedExperts > 0 ? model.expertDFfn : 0;
    model.sharedDFfn = firstOf(given.sharedDFfn, preset.sharedDFfn, shared);
    model.denseLayers = given.denseLayers ? *given.denseLayers : std::min(preset.denseLayers.value_or(0), model.layers);
    model.routerBias = firstOf(given.routerBias, preset.routerBias, false);
    model.sharedGate = firstOf(given.sharedGate, preset.sharedGate, false);
}

} // namespace

Refused resolveExperts(const ModelSources& from, ResolvedScenario::Model& model)
{
    const Scenario::Model& given = from.given;
    model.experts = firstOf(given.experts, from.preset.experts, Count { 0 });
    const Beside experts { "model.experts", std::to_string(model.experts), given.experts.has_value() };
    if (given.expertsPerToken
        && (*given.expertsPerToken > model.experts || (*given.expertsPerToken == 0 && model.experts > 0))) {
        return contradiction("model.experts_per_token", std::to_string(*given.expertsPerToken), experts,
            wholeRangeText(std::min<Count>(1, model.experts), model.experts));
    }
    if (given.expertDFfn == Count { 0 } && model.experts > 0) {
        return contradiction("model.expert_d_ffn", "0", experts, wholeRangeText(1, limits::kDFfn));
    }
    if (given.denseLayers && *given.denseLayers > model.layers) {
        return contradiction("model.dense_layers", std::to_string(*given.denseLayers),
            { "model.layers", std::to_string(model.layers), given.layers.has_value() },
            wholeRangeText(0, model.layers));
    }
    if (model.experts == 0) {
        fillDense(given, model);
    } else {
        fillMixture(from, model);
    }
    return std::nullopt;
}

} // namespace sublinear::resolving
