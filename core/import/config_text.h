// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace sublinear::hf {

/// Strict JSON, but for the bare Infinity, -Infinity and NaN that Python writes: those
/// become texts, which no number field accepts.
Result<nlohmann::json> parseConfig(std::string_view text);

} // namespace sublinear::hf
