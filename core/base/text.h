// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// The entries nearest to what was typed, best first, at most `limit`, none that are far off.
/// For "did you mean". Case is ignored.
std::vector<std::string> nearestNames(
    std::string_view typed, std::span<const std::string_view> names, std::size_t limit = 3);

/// "a, b, c"
std::string join(std::span<const std::string_view> parts, std::string_view separator = ", ");
std::string join(std::span<const std::string> parts, std::string_view separator = ", ");

/// Bad input quoted for a one-line message: control characters and broken UTF-8
/// replaced, cut after `limit` characters with "...".
std::string quoted(std::string_view text, std::size_t limit = 60);

std::string_view trimmed(std::string_view text);

} // namespace sublinear
