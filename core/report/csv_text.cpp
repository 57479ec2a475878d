// SPDX-License-Identifier: MIT
#include "core/report/csv_text.h"

#include <array>
#include <charconv>

namespace sublinear {

std::string csvCell(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string cell = "\"";
    for (const char c : text) {
        cell += c == '"' ? "\"\"" : std::string(1, c);
    }
    return cell + "\"";
}

std::string shortestNumber(double value)
{
    std::array<char, 32> buffer {};
    const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return { buffer.data(), end.ptr };
}

} // namespace sublinear
