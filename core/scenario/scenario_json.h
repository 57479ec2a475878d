// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>

namespace sublinear {

inline constexpr std::string_view kScenarioFormat = "sublinear-scenario";
inline constexpr int kScenarioVersion = 1;
inline constexpr std::size_t kMaxScenarioFileBytes = std::size_t { 4 } << 20;

/// Reads a `sublinear-scenario` document. Checked: format and version (a newer one is
/// refused by number), duplicate keys, depth, type and range of every field; unknown
/// fields are refused with the nearest names. `null` is the same as absent. A text reads as
/// --set reads it, whatever the field ("2Ki", "80GiB", "true"). A BOM is skipped. The message names the field, the
/// value and what is accepted, not the file.
Result<Scenario> readScenario(std::string_view json);

/// The given fields only, in the order of the field table, indented by two, '\n' at the end.
std::string writeScenario(const Scenario& scenario);

} // namespace sublinear
