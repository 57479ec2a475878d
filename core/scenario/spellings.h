// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sublinear {

/// How the values of an enumeration are spelt in files, in the order of the enumeration.
template <class Enum> struct Spelling;

template <> struct Spelling<Accounting> {
    static constexpr std::array<std::string_view, 2> texts { "article", "training" };
};
template <> struct Spelling<Dtype> {
    static constexpr std::array<std::string_view, 3> texts { "bf16", "fp16", "fp32" };
};
template <> struct Spelling<Norm> {
    static constexpr std::array<std::string_view, 3> texts { "layernorm", "rmsnorm", "layernorm_noaffine" };
};
template <> struct Spelling<Positions> {
    static constexpr std::array<std::string_view, 4> texts { "learned", "rotary", "alibi", "none" };
};
template <> struct Spelling<QkNorm> {
    static constexpr std::array<std::string_view, 3> texts { "none", "per_head", "full_width" };
};
template <> struct Spelling<Gradients> {
    static constexpr std::array<std::string_view, 2> texts { "preallocated", "on_demand" };
};
template <> struct Spelling<Optimizer> {
    static constexpr std::array<std::string_view, 6> texts { "adam", "adamw", "sgd", "sgd_momentum", "adafactor",
        "adam8bit" };
};
template <> struct Spelling<Attention> {
    static constexpr std::array<std::string_view, 2> texts { "materialized", "fused" };
};
template <> struct Spelling<Loss> {
    static constexpr std::array<std::string_view, 3> texts { "full", "chunked", "none" };
};
template <> struct Spelling<PolicyId> {
    static constexpr std::array<std::string_view, 10> texts { "store_all", "article", "segments", "every_nth",
        "first_m", "two_level", "selective", "recursive", "revolve", "optimal" };
};

/// What `checkpointing.tensors` may name.
inline constexpr std::array<std::string_view, 4> kSelectiveTensors { "attention", "gelu", "norms", "up" };

template <class Enum> constexpr std::string_view spelt(Enum value)
{
    return Spelling<Enum>::texts[static_cast<std::size_t>(value)];
}

template <class Enum> std::optional<Enum> fromSpelling(std::string_view text)
{
    const auto& texts = Spelling<Enum>::texts;
    const auto found = std::find(texts.begin(), texts.end(), text);
    return found == texts.end() ? std::nullopt : std::optional(static_cast<Enum>(found - texts.begin()));
}

} // namespace sublinear
