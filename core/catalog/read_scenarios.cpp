// SPDX-License-Identifier: MIT
#include "core/catalog/entry.h"
#include "core/catalog/preset_files.h"

#include <utility>

namespace sublinear {

Result<std::vector<ScenarioPreset>> readScenarioPresets(std::string_view json)
{
    std::vector<ScenarioPreset> presets;
    const Status status = forEachEntry(json, "sublinear-scenarios", "scenarios", [&](Entry& entry) {
        ScenarioPreset preset;
        preset.id = entry.text("id");
        preset.name = entry.text("name");
        preset.story = entry.text("story");
        Result<Scenario> scenario = scenarioFromBody(entry.raw("scenario"));
        if (!scenario) {
            entry.fail(scenario.error().message);
        } else {
            preset.scenario = std::move(*scenario);
        }
        presets.push_back(std::move(preset));
        return entry.finish();
    });
    if (!status) {
        return status.error();
    }
    return presets;
}

} // namespace sublinear
