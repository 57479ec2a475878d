// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sublinear {

/// What a member of a JSON object may hold.
enum class JsonShape { Whole, Number, Boolean, Text, Object, Array };

struct Member {
    std::string_view name;
    JsonShape shape;
    bool required = false;
};

/// Checks the members of `object` that are listed: those required are there, those there
/// have the right shape; null stands for "not known" and is taken where it is not required.
/// Whole and Number are not negative. Members that are not listed are left alone.
Status checkMembers(const nlohmann::json& object, std::string_view path, std::span<const Member> members);

/// "points[3]" and "k" make "points[3].k"; an empty path makes "k".
std::string memberPath(std::string_view path, std::string_view name);

/// The member if it is there and not null.
const nlohmann::json* given(const nlohmann::json& object, std::string_view name);

/// Its value, of a shape that was checked.
template <class Value> std::optional<Value> givenValue(const nlohmann::json& object, std::string_view name)
{
    const nlohmann::json* value = given(object, name);
    return value == nullptr ? std::nullopt : std::optional<Value>(value->get<Value>());
}

} // namespace sublinear
