// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/plan_table.h"

#include <string>

namespace sublinear {

/// The catalogue as tables, and as JSON documents with everything that the entries know.
TextTable modelPresetTable();
TextTable gpuPresetTable();
TextTable scenarioPresetTable();
std::string modelPresetsJson();
std::string gpuPresetsJson();
std::string scenarioPresetsJson();

} // namespace sublinear
