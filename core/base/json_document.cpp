// SPDX-License-Identifier: MIT
#include "core/base/json_document.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

using nlohmann::json;

bool isWord(char c)
{
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '+' || c == '-';
}

/// From where to where the word, or else the character, at `position` goes: what to show of the place at fault.
std::pair<std::size_t, std::size_t> wordAt(std::string_view text, std::size_t position)
{
    std::size_t first = position;
    std::size_t last = position + 1;
    if (isWord(text[position])) {
        for (; first > 0 && isWord(text[first - 1]); --first) { }
        for (; last < text.size() && isWord(text[last]); ++last) { }
    }
    return { first, last };
}

std::string placeText(std::string_view text, std::size_t position)
{
    const std::string_view before = text.substr(0, position);
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(lineStart), before.end(),
                            [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; })
        + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

/// Builds the document and stops at the first thing that is refused.
class StrictBuilder final : public nlohmann::json_sax<json> {
public:
    explicit StrictBuilder(std::string_view text)
        : m_text(text)
    {
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& /*written*/) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return refuse("binary data is not JSON"); }
    bool start_object(std::size_t /*elements*/) override { return open(json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*elements*/) override { return open(json::array()); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override
    {
        m_keys.back() = value;
        return !m_open.back()->contains(value) || refuse(path() + ": given twice");
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override
    {
        constexpr int kNumberTooLarge = 406;
        if (error.id == kNumberTooLarge) {
            return refuse(path() + ": " + quoted(token) + " is not accepted; it takes a number below 1.8e308");
        }
        if (position == 0 || position > m_text.size()) {
            return refuse(placeText(m_text, m_text.size()) + "the text ends too early");
        }
        const auto [first, last] = wordAt(m_text, position - 1);
        const bool brokenUtf8 = std::string_view(error.what()).find("UTF-8") != std::string_view::npos;
        return refuse(brokenUtf8
                ? placeText(m_text, position - 1) + "not valid UTF-8"
                : placeText(m_text, first) + "not valid JSON at " + quoted(m_text.substr(first, last - first)));
    }

    [[nodiscard]] const std::optional<Error>& refused() const { return m_refused; }
    json take() { return std::move(m_document); }

private:
    bool refuse(std::string message)
    {
        m_refused = Error { std::move(message), path() };
        return false;
    }

    /// "model.layers": the keys that lead to the value being read.
    [[nodiscard]] std::string path() const
    {
        std::string result;
        for (const std::string& key : m_keys) {
            if (!key.empty()) {
                const std::string shown = quoted(key);
                result += (result.empty() ? "" : ".") + shown.substr(1, shown.size() - 2);
            }
        }
        return result.empty() ? "the document" : result;
    }

    json* add(json value)
    {
        if (m_open.empty()) {
            m_document = std::move(value);
            return &m_document;
        }
        json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        return &(parent[m_keys.back()] = std::move(value));
    }

    bool open(json container)
    {
        if (m_open.size() == kMaxJsonDepth) {
            return refuse("nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
        }
        m_open.push_back(add(std::move(container)));
        m_keys.emplace_back();
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        m_keys.pop_back();
        return true;
    }

    std::string_view m_text;
    json m_document;
    std::vector<json*> m_open; // the containers that are not closed yet, outermost first
    std::vector<std::string> m_keys; // the key last read in each
    std::optional<Error> m_refused;
};

} // namespace

Result<json> parseJson(std::string_view text, std::size_t maxBytes)
{
    if (text.size() > maxBytes) {
        return Error { std::to_string(text.size()) + " bytes are too many; at most " + std::to_string(maxBytes)
            + " are read" };
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    // The parser takes a NUL for the end of the text and would not look behind it.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        return Error { placeText(text, nul) + "not valid JSON at a NUL byte" };
    }
    if (trimmed(text).empty()) {
        return Error { "the text is empty" };
    }
    StrictBuilder builder(text);
    const bool parsed = json::sax_parse(text.begin(), text.end(), &builder);
    if (builder.refused()) {
        return *builder.refused();
    }
    return parsed ? Result<json>(builder.take()) : Error { "not valid JSON" };
}

std::optional<std::int64_t> wholeFromJson(const json& value)
{
    constexpr double kExact = 9007199254740992.0; // 2^53, up to which every whole number is a double
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        const bool whole = std::abs(number) <= kExact && std::floor(number) == number;
        return whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
    }
    const bool tooLarge = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t { INT64_MAX };
    return value.is_number() && !tooLarge ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

std::string shownJson(const json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace sublinear
