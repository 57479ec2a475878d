// SPDX-License-Identifier: MIT
#include "core/scenario/refusal.h"

#include "core/base/text.h"
#include "core/scenario/fields.h"

namespace sublinear {

namespace {

std::string withNearest(const std::string& message, std::string_view typed, std::span<const std::string_view> names)
{
    const std::vector<std::string> nearest = nearestNames(typed, names);
    return nearest.empty() ? message : message + "; nearest: " + join(nearest);
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
    return { withNearest(std::string(path) + ": " + quoted(id) + " is not known", id, known), std::string(path) };
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
