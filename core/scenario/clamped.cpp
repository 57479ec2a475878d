// SPDX-License-Identifier: MIT
#include "core/scenario/fields.h"
#include "core/scenario/limits.h"
#include "core/scenario/resolve_parts.h"

#include <algorithm>

namespace sublinear {

namespace {

using resolving::derivedHeadDim;

void clampRanges(Scenario& scenario)
{
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(scenario);
        const auto* number = std::get_if<std::int64_t>(&value);
        if (number != nullptr && (*number < field.minimum || *number > field.maximum)) {
            field.set(scenario, std::clamp(*number, field.minimum, field.maximum));
        }
    }
}

void clampTo(std::optional<Count>& number, Count minimum, Count maximum)
{
    if (number) {
        number = std::clamp(*number, minimum, maximum);
    }
}

/// D and H as resolve() will see them.
struct Width {
    Count dModel = 0;
    Count heads = 0;
    std::optional<Count> headDim = {}; ///< given
    bool operator==(const Width&) const = default;
};

const Scenario::Model& presetShape(const Scenario& scenario)
{
    static const Scenario::Model kNoPreset;
    const ModelPreset* preset = scenario.model.preset ? findModelPreset(*scenario.model.preset) : nullptr;
    return preset != nullptr ? preset->shape : kNoPreset;
}

Width widthOf(const Scenario& scenario)
{
    const Scenario::Model& preset = presetShape(scenario);
    const ResolvedScenario::Model defaults;
    return { resolving::firstOf(scenario.model.dModel, preset.dModel, defaults.dModel),
        resolving::firstOf(scenario.model.heads, preset.heads, defaults.heads), scenario.model.headDim };
}

void clampHeads(Scenario& scenario, const Scenario* before)
{
    Scenario::Model& model = scenario.model;
    const Width now = widthOf(scenario);
    if (model.kvHeads && now.heads % *model.kvHeads != 0) {
        model.kvHeads.reset();
    }
    if (before != nullptr) {
        const Width then = widthOf(*before);
        const bool followed = then.headDim == derivedHeadDim(then.dModel, then.heads);
        if (followed && now.headDim == then.headDim && now != then) {
            model.headDim.reset();
        }
    }
    if (model.heads && model.dModel && !model.headDim && now.dModel % now.heads != 0) {
        model.headDim = derivedHeadDim(now.dModel, now.heads); // says that the remainder is meant
    }
    if (scenario.parallel.tensor) {
        Count& tensor = *scenario.parallel.tensor;
        while (now.heads % tensor != 0) {
            --tensor;
        }
    }
}

void clampExperts(Scenario::Model& model, Count experts, Count layers)
{
    if (experts == 0) {
        model.expertsPerToken.reset();
    } else {
        clampTo(model.expertsPerToken, 1, experts);
        clampTo(model.expertDFfn, 1, limits::kDFfn);
    }
    clampTo(model.denseLayers, 0, layers);
}

void clampCheckpointing(Scenario::Checkpointing& checkpointing, Count layers)
{
    clampTo(checkpointing.k, 1, layers);
    clampTo(checkpointing.m, 0, layers);
    clampTo(checkpointing.slots, 1, layers);
    if (checkpointing.start && checkpointing.start != Count { 1 } && checkpointing.start != checkpointing.k) {
        checkpointing.start.reset();
    }
    if (checkpointing.candidates) {
        auto& entries = *checkpointing.candidates;
        entries.erase(std::remove_if(entries.begin(), entries.end(), [layers](Count k) { return k < 1 || k > layers; }),
            entries.end());
        if (entries.empty()) {
            checkpointing.candidates.reset();
        }
    }
}

} // namespace

Scenario clamped(Scenario scenario, const Scenario* before)
{
    clampRanges(scenario);
    const Scenario::Model& preset = presetShape(scenario);
    const ResolvedScenario::Model defaults;
    const Count layers = resolving::firstOf(scenario.model.layers, preset.layers, defaults.layers);
    clampHeads(scenario, before);
    clampExperts(scenario.model, resolving::firstOf(scenario.model.experts, preset.experts, defaults.experts), layers);
    clampCheckpointing(scenario.checkpointing, layers);
    return scenario;
}

} // namespace sublinear
