// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"

#include <string_view>
#include <vector>

namespace sublinear {

/// Readers of resources/presets/*.json. An error names the entry and the key at fault.
Result<std::vector<ModelPreset>> readModelPresets(std::string_view json);
Result<std::vector<GpuPreset>> readGpuPresets(std::string_view json);
Result<std::vector<ScenarioPreset>> readScenarioPresets(std::string_view json);

} // namespace sublinear
