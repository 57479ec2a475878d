// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear::hf {

/// The names that families give to one thing; the first is the one to complain with.
using Keys = std::initializer_list<const char*>;

/// One object of a config.json. It keeps the first refusal and all notes, so that a
/// family reads everything and looks once. A key with `null` is as good as absent.
class Config {
public:
    /// `prefix` goes before keys in messages: "text_config.". `outer` is asked for what the
    /// object itself lacks, where it may stand in either.
    Config(const nlohmann::json& object, std::string prefix, const nlohmann::json* outer);

    [[nodiscard]] const nlohmann::json* find(const char* key) const; ///< null if absent or `null`
    [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
    [[nodiscard]] bool givenAsNull(Keys keys) const;
    [[nodiscard]] bool hasAny(Keys keys) const;
    [[nodiscard]] Config section(const char* key) const; ///< empty if it is no object

    /// In the range of the scenario's field `path`. Also as text, as a whole float, or as
    /// a list whose entries are all the same.
    std::optional<Count> whole(Keys keys, std::string_view path);
    /// whole(), or what the family has where the key is absent, which is noted. With no
    /// such value, or a family that is only inferred, the key is asked for.
    Count size(Keys keys, std::string_view path, Count usual);
    bool flag(const char* key, bool fallback);
    bool outerFlag(const char* key, bool fallback); ///< here or in the outer object
    std::optional<double> number(const char* key) const;
    std::string text(const char* key) const; ///< empty if it is no text
    /// Indices of layers; empty if absent, refused if it is anything but such a list.
    std::vector<Count> wholes(const char* key);

    /// The family is a guess: what it usually has is not taken for granted.
    void askForSizes() { m_sizesAsked = true; }

    void refuse(Error error);
    void note(std::string line);
    void adopt(const Config& part); ///< takes over refusal and notes

    [[nodiscard]] const std::optional<Error>& refused() const { return m_refused; }
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
    [[nodiscard]] std::string named(const char* key) const { return m_prefix + key; }

private:
    std::optional<Count> wholeFrom(const char* key, const nlohmann::json& value, std::string_view path);

    const nlohmann::json* m_object;
    const nlohmann::json* m_outer;
    std::string m_prefix;
    bool m_sizesAsked = false;
    std::optional<Error> m_refused;
    std::vector<std::string> m_notes;
};

} // namespace sublinear::hf
