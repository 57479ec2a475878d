// SPDX-License-Identifier: MIT
#include "core/base/text.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr std::size_t kMaxCompared = 80; // nobody misspells a longer name; bounds the work
constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

/// One character of a UTF-8 text: how many bytes it takes, and whether it can be shown.
struct Character {
    std::size_t bytes = 1;
    bool plain = false;
};

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Not for a line of text: controls, line separators, and marks that reorder or hide text.
bool isControl(char32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F)
        || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

Character firstCharacter(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1
        : lead < 0xC2                      ? 0
        : lead < 0xE0                      ? 2
        : lead < 0xF0                      ? 3
        : lead < 0xF5                      ? 4
                                           : 0;
    if (length == 0 || length > text.size()
        || !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), isContinuation)) {
        return {};
    }
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) {
        return {};
    }
    return { length, !isControl(code) };
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b
/// (optimal string alignment).
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> above;
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::move(above);
        above = std::move(row);
        row.assign(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({ above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) });
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

/// How far a name is from what was typed, in halves of an edit; typing a part of it
/// ("layers" for "model.layers", "llama2" for "llama2-7b") is near.
std::size_t distance(std::string_view typed, std::string_view name)
{
    std::size_t nearest = 2 * editDistance(typed, name);
    if (typed.find('.') == std::string_view::npos && name.find('.') != std::string_view::npos) {
        nearest = std::min(nearest, 2 * editDistance(typed, name.substr(name.rfind('.') + 1)));
    }
    if (typed.size() >= 3 && name.find(typed) != std::string_view::npos && nearest > 0) {
        nearest = std::min(nearest, name.starts_with(typed) ? std::size_t { 1 } : std::size_t { 3 });
    }
    return nearest;
}

template <class Part> std::string joined(std::span<const Part> parts, std::string_view separator)
{
    std::string result;
    for (const Part& part : parts) {
        if (&part != parts.data()) {
            result += separator;
        }
        result += part;
    }
    return result;
}

} // namespace

std::vector<std::string> nearestNames(
    std::string_view typed, std::span<const std::string_view> names, std::size_t limit)
{
    struct Candidate {
        std::size_t distance;
        std::string_view name;
    };
    const std::string wanted = lowered(typed.substr(0, kMaxCompared));
    constexpr std::size_t kShort = 4; // letters, of which two wrong ones leave too little
    const std::size_t farthest = 2 * std::max<std::size_t>(wanted.size() > kShort ? 2 : 1, wanted.size() / 3);
    std::vector<Candidate> near;
    for (const std::string_view name : names) {
        const std::size_t far = distance(wanted, lowered(name.substr(0, kMaxCompared)));
        if (far <= farthest && far < 2 * wanted.size()) {
            near.push_back({ far, name });
        }
    }
    std::stable_sort(
        near.begin(), near.end(), [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
    std::vector<std::string> result;
    for (const Candidate& candidate : near) {
        const bool onlyExact = near.front().distance == 0 && candidate.distance > 0;
        if (result.size() < limit && !onlyExact) {
            result.emplace_back(candidate.name);
        }
    }
    return result;
}

std::string join(std::span<const std::string_view> parts, std::string_view separator)
{
    return joined(parts, separator);
}

std::string join(std::span<const std::string> parts, std::string_view separator)
{
    return joined(parts, separator);
}

std::string quoted(std::string_view text, std::size_t limit)
{
    std::string result = "\"";
    std::size_t count = 0;
    while (!text.empty()) {
        if (count++ == limit) {
            result += "...";
            break;
        }
        const Character character = firstCharacter(text);
        result += character.plain ? text.substr(0, character.bytes) : kReplacement;
        text.remove_prefix(character.bytes);
    }
    return result + '"';
}

std::optional<std::size_t> plainLength(std::string_view text)
{
    std::size_t count = 0;
    for (; !text.empty(); ++count) {
        const Character character = firstCharacter(text);
        if (!character.plain) {
            return std::nullopt;
        }
        text.remove_prefix(character.bytes);
    }
    return count;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

} // namespace sublinear
