// SPDX-License-Identifier: MIT
#include "core/io/json_shape.h"

#include "core/base/json_document.h"
#include "core/scenario/refusal.h"

namespace sublinear {

using nlohmann::json;

namespace {

std::string_view accepted(JsonShape shape)
{
    switch (shape) {
    case JsonShape::Whole:
        return "a whole number from 0";
    case JsonShape::Number:
        return "a number from 0";
    case JsonShape::Boolean:
        return "true or false";
    case JsonShape::Text:
        return "a text";
    case JsonShape::Object:
        return "an object";
    case JsonShape::Array:
        break;
    }
    return "a list";
}

bool hasShape(const json& value, JsonShape shape)
{
    switch (shape) {
    case JsonShape::Whole:
        return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::uint64_t { INT64_MAX };
    case JsonShape::Number:
        return value.is_number() && value.get<double>() >= 0;
    case JsonShape::Boolean:
        return value.is_boolean();
    case JsonShape::Text:
        return value.is_string();
    case JsonShape::Object:
        return value.is_object();
    case JsonShape::Array:
        break;
    }
    return value.is_array();
}

} // namespace

std::string memberPath(std::string_view path, std::string_view name)
{
    return path.empty() ? std::string(name) : std::string(path) + "." + std::string(name);
}

const json* given(const json& object, std::string_view name)
{
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

Status checkMembers(const json& object, std::string_view path, std::span<const Member> members)
{
    for (const Member& member : members) {
        const std::string where = memberPath(path, member.name);
        const json* value = given(object, member.name);
        if (value == nullptr) {
            if (member.required) {
                return missing(where, accepted(member.shape));
            }
            continue;
        }
        if (!hasShape(*value, member.shape)) {
            return refusal(where, shownJson(*value), accepted(member.shape));
        }
    }
    return success();
}

} // namespace sublinear
