// SPDX-License-Identifier: MIT
#include "app/controls/current_choice.h"

#include "app/language/core_text.h"
#include "app/language/language.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"

#include <QCoreApplication>

#include <algorithm>

namespace sublinear {
namespace {

bool isModelField(const Field& field)
{
    return field.path.starts_with("model.") && field.path != "model.preset" && field.path != "model.name";
}

/// The count that comes along with a preset is no change of it.
bool isOwnCount(const Field& field, const FieldValue& given, const ModelPreset& preset)
{
    return field.path == "model.parameters"
        && (given == FieldValue { preset.computedParameters } || given == FieldValue { preset.publishedParameters });
}

bool differs(const Scenario& scenario, const ModelPreset& preset)
{
    Scenario shape;
    shape.model = preset.shape;
    const auto fields = allFields();
    return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
        const FieldValue given = field.get(scenario);
        return isModelField(field) && !std::holds_alternative<std::monostate>(given) && given != field.get(shape)
            && !isOwnCount(field, given, preset);
    });
}

} // namespace

CurrentChoice currentScenario(const Scenario& scenario, const std::string& presetId)
{
    const ScenarioPreset* preset = findScenarioPreset(presetId);
    if (preset == nullptr) {
        return { {}, false,
            scenario == Scenario {} ? QCoreApplication::translate("CurrentChoice", "The article's (default)")
                                    : QCoreApplication::translate("CurrentChoice", "Own scenario") };
    }
    return { preset->id, preset->scenario != scenario, {} };
}

CurrentChoice currentModel(const Scenario& scenario)
{
    const auto& id = scenario.model.preset;
    const ModelPreset* preset = id ? findModelPreset(*id) : nullptr;
    if (preset == nullptr) {
        const auto& name = scenario.model.name;
        const bool untouched = scenario.model == Scenario::Model {};
        return { id.value_or(std::string {}), false,
            name            ? toQString(*name)
                : untouched ? QCoreApplication::translate("CurrentChoice", "The article's (default)")
                            : QCoreApplication::translate("CurrentChoice", "Own shape") };
    }
    return { preset->id, differs(scenario, *preset), {} };
}

CurrentChoice currentGpu(const Scenario& scenario, const Scenario& completed)
{
    const std::string id = completed.device.gpu.value_or(std::string {});
    const GpuPreset* preset = findGpuPreset(id);
    const bool changed =
        preset != nullptr && scenario.device.memoryBytes && *scenario.device.memoryBytes != preset->memoryBytes;
    return { id, changed, QCoreApplication::translate("CurrentChoice", "Own device") };
}

QStringList recipeChanges(const Scenario& scenario, const Scenario& completed)
{
    const Scenario::Recipe& given = scenario.recipe;
    if (!given.dtype && !given.gradientDtype && !given.masterWeights && !given.optimizer) {
        return {};
    }
    Scenario pure;
    pure.recipe.name = completed.recipe.name;
    const auto resolved = resolve(pure);
    if (!resolved) {
        return {};
    }
    const Scenario meant = complete(*resolved);
    QStringList changed;
    for (const std::string_view path :
        { "recipe.dtype", "recipe.gradient_dtype", "recipe.master_weights", "recipe.optimizer" }) {
        const Field& field = *findField(path);
        const FieldValue value = field.get(scenario);
        if (!std::holds_alternative<std::monostate>(value) && value != field.get(meant)) {
            changed << withinSentence(fromCore(field.label));
        }
    }
    return changed;
}

} // namespace sublinear
