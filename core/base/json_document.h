// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

inline constexpr std::size_t kMaxJsonDepth = 32;

/// Strict JSON from a file that somebody else may have written. Refused in one line,
/// with line and column where the parser knows them: more than `maxBytes`, broken
/// UTF-8, NaN and Infinity, numbers beyond a double, a key given twice, nesting over
/// kMaxJsonDepth, anything behind the document. A byte order mark is skipped. Throws nothing.
Result<nlohmann::json> parseJson(std::string_view text, std::size_t maxBytes);

/// A JSON number as a whole one; 4.0 and 6.4e9 are whole.
std::optional<std::int64_t> wholeFromJson(const nlohmann::json& value);

/// What a person sees of a value that is refused: a text without its quotes, else the JSON.
std::string shownJson(const nlohmann::json& value);

} // namespace sublinear
