// SPDX-License-Identifier: MIT
#include "core/import/config_text.h"

#include "core/base/json_document.h"
#include "core/import/hf_config.h"

#include <nlohmann/json.hpp>
#include <string>

namespace sublinear::hf {

namespace {

/// The literal that starts here, or nothing.
std::string_view nonFiniteAt(std::string_view text)
{
    for (const std::string_view literal : { "Infinity", "-Infinity", "NaN" }) {
        if (text.starts_with(literal)) {
            return literal;
        }
    }
    return {};
}

/// `[0.0, Infinity]` becomes `[0.0, "Infinity"]`; texts are left alone.
std::string withQuotedNonFinite(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText && c == '\\' && i + 1 < text.size()) {
            result += c;
            result += text[++i];
            continue;
        }
        inText = inText != (c == '"');
        const std::string_view literal = inText || c == '"' ? std::string_view() : nonFiniteAt(text.substr(i));
        if (literal.empty()) {
            result += c;
        } else {
            result.append(1, '"').append(literal).append(1, '"');
            i += literal.size() - 1;
        }
    }
    return result;
}

} // namespace

Result<nlohmann::json> parseConfig(std::string_view text)
{
    // Before the copy, so that a huge file costs nothing.
    if (text.size() > kMaxConfigBytes) {
        return parseJson(text, kMaxConfigBytes);
    }
    return parseJson(withQuotedNonFinite(text), kMaxConfigBytes + kMaxConfigBytes);
}

} // namespace sublinear::hf
