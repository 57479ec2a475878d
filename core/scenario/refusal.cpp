// SPDX-License-Identifier: MIT
#include "core/scenario/refusal.h"

#include "core/base/text.h"
#include "core/scenario/fields.h"

#include <algorithm>

namespace sublinear {

namespace {

std::string withNearest(const std::string& message, std::string_view typed, std::span<const std::string_view> names)
{
    const std::vector<std::string> nearest = nearestNames(typed, names);
    return nearest.empty() ? message : message + "; nearest: " + join(nearest);
}

// The letters and digits of a name in small letters, cut where others stand between, or where the
// one kind meets the other.
std::vector<std::string> partsOf(std::string_view name)
{
    std::vector<std::string> parts;
    char before = ' ';
    for (char c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const bool digit = c >= '0' && c <= '9';
        const bool letter = c >= 'a' && c <= 'z';
        const bool goesOn = digit ? before >= '0' && before <= '9' : letter && before >= 'a' && before <= 'z';
        if (goesOn) {
            parts.back() += c;
        } else if (digit || letter) {
            parts.emplace_back(1, c);
        }
        before = c;
    }
    return parts;
}

// "gpt2-xl" asks for what is called "gpt2-1.5b": of the names those that share most parts, in the
// order known, three at most.
std::vector<std::string> withAllParts(std::string_view typed, std::span<const std::string_view> known)
{
    const std::vector<std::string> wanted = partsOf(typed);
    std::vector<std::string> found;
    std::size_t most = 1; // one part alone says too little
    for (const std::string_view name : known) {
        const std::vector<std::string> parts = partsOf(name);
        const auto shared = static_cast<std::size_t>(std::count_if(wanted.begin(), wanted.end(),
            [&](const std::string& part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); }));
        if (shared > most) {
            found.clear();
            most = shared;
        }
        if (shared == most && shared > 1 && found.size() < 3) {
            found.emplace_back(name);
        }
    }
    return found;
}

} // namespace

Error refusal(std::string_view path, std::string_view value, std::string_view accepted)
{
    return { std::string(path) + ": " + quoted(value) + " is not accepted; it takes " + std::string(accepted),
        std::string(path) };
}

Error contradiction(std::string_view path, std::string_view value, const Beside& other, std::string_view accepted)
{
    const std::string beside = std::string(other.path) + ' ' + other.value + (other.given ? "" : " (not given)");
    return { std::string(path) + ": " + quoted(value) + " is not accepted with " + beside + "; it takes "
            + std::string(accepted),
        std::string(path) };
}

Error missing(std::string_view path, std::string_view accepted)
{
    return { std::string(path) + ": not given; it takes " + std::string(accepted), std::string(path) };
}

Error unknownField(std::string_view path, std::span<const std::string_view> alsoKnown)
{
    std::vector<std::string_view> paths(alsoKnown.begin(), alsoKnown.end());
    for (const Field& field : allFields()) {
        paths.push_back(field.path);
    }
    std::string shown = quoted(path);
    shown = shown.substr(1, shown.size() - 2);
    return { withNearest(shown + ": unknown field", path, paths), shown };
}

Error unknownPreset(std::string_view path, std::string_view id, std::span<const std::string_view> known)
{
    const std::string message = std::string(path) + ": " + quoted(id) + " is not known";
    std::vector<std::string> near = nearestNames(id, known);
    if (near.empty()) {
        near = withAllParts(id, known);
    }
    if (!near.empty()) {
        return { message + "; nearest: " + join(near), std::string(path) };
    }
    constexpr std::size_t kFewEnough = 16;
    const bool few = known.size() <= kFewEnough;
    return { message + (few ? "; known: " + join(known) : "; sublinear presets lists those that are"),
        std::string(path) };
}

Error unmodelled(std::string_view path, std::string_view id, std::string_view reason)
{
    return { std::string(path) + ": " + quoted(id) + " is not accepted; it cannot be modelled: " + std::string(reason),
        std::string(path) };
}

std::string wholeRangeText(std::int64_t minimum, std::int64_t maximum)
{
    if (minimum == maximum) {
        return std::to_string(minimum);
    }
    return "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
}

} // namespace sublinear
