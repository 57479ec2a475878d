// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// The entries nearest to what was typed, best first, at most `limit`, none that are far off.
/// For "did you mean". Case is ignored; where some entries match exactly (or in their part
/// behind the last point, if only that was typed), the others are left out.
std::vector<std::string> nearestNames(
    std::string_view typed, std::span<const std::string_view> names, std::size_t limit = 3);

/// "a, b, c"
std::string join(std::span<const std::string_view> parts, std::string_view separator = ", ");
std::string join(std::span<const std::string> parts, std::string_view separator = ", ");

/// Bad input between double quotes for a one-line message: control characters and
/// broken UTF-8 replaced, cut after `limit` characters with "...".
std::string quoted(std::string_view text, std::size_t limit = 60);
inline std::string quoted(const std::string& text, std::size_t limit = 60) // else std::quoted would be found
{
    return quoted(std::string_view(text), limit);
}

/// How many characters a text has; empty if it holds broken UTF-8 or control characters.
std::optional<std::size_t> plainLength(std::string_view text);

/// Without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);

/// The parts between separators, each trimmed; one at least.
std::vector<std::string_view> split(std::string_view text, char separator);

} // namespace sublinear
