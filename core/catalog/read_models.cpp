// SPDX-License-Identifier: MIT
#include "core/catalog/entry.h"
#include "core/catalog/preset_files.h"

#include <utility>

namespace sublinear {

Result<std::vector<ModelPreset>> readModelPresets(std::string_view json)
{
    std::vector<ModelPreset> models;
    const Status status = forEachEntry(json, "sublinear-models", "models", [&](Entry& entry) {
        ModelPreset model;
        model.id = entry.text("id");
        model.name = entry.text("name");
        model.family = entry.text("family");
        model.maxSequence = entry.whole("max_sequence");
        model.publishedParameters = entry.whole("published_parameters");
        model.publishedIsExact = entry.boolean("published_is_exact");
        model.computedParameters = entry.whole("computed_parameters");
        model.notModelled = entry.optionalText("not_modelled");
        model.notes = entry.optionalText("notes");
        model.sources = entry.texts("sources");

        const nlohmann::json& shape = entry.raw("model");
        if (!shape.is_object()) {
            entry.fail("model is not an object");
        }
        const Result<Scenario> scenario = scenarioFromBody({ { "model", shape } });
        if (!scenario) {
            entry.fail(scenario.error().message);
        } else {
            model.shape = scenario->model;
        }
        model.shape.name = model.name;
        if (model.shape.preset) {
            entry.fail("names a preset in its own shape");
        }
        models.push_back(std::move(model));
        return entry.finish();
    });
    if (!status) {
        return status.error();
    }
    return models;
}

} // namespace sublinear
