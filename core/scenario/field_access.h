// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/fields.h"
#include "core/scenario/spellings.h"

#include <type_traits>

namespace sublinear {

/// The optional at a path of member pointers: &Scenario::model, &Scenario::Model::layers.
template <auto... Path> auto& memberAt(Scenario& scenario)
{
    return (scenario.*....*Path);
}
template <auto... Path> const auto& memberAt(const Scenario& scenario)
{
    return (scenario.*....*Path);
}

template <auto... Path> FieldValue getMember(const Scenario& scenario)
{
    const auto& member = memberAt<Path...>(scenario);
    if (!member) {
        return {};
    }
    if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(*member)>>) {
        return std::string(spelt(*member));
    } else {
        return *member;
    }
}

/// The value has been checked before, so that its type is the member's.
template <auto... Path> void setMember(Scenario& scenario, const FieldValue& value)
{
    auto& member = memberAt<Path...>(scenario);
    using Member = std::remove_cvref_t<decltype(*member)>;
    if constexpr (std::is_enum_v<Member>) {
        const auto* text = std::get_if<std::string>(&value);
        member = text != nullptr ? fromSpelling<Member>(*text) : std::nullopt;
    } else {
        const auto* held = std::get_if<Member>(&value);
        member = held != nullptr ? std::optional<Member>(*held) : std::nullopt;
    }
}

/// What a field of an enumeration may be.
template <auto... Path> constexpr std::span<const std::string_view> choicesOf()
{
    using Member = std::remove_cvref_t<decltype(*memberAt<Path...>(std::declval<const Scenario&>()))>;
    return Spelling<Member>::texts;
}

} // namespace sublinear
