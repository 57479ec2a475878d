// SPDX-License-Identifier: MIT
#include "core/scenario/set_arguments.h"

#include "core/scenario/fields.h"

#include <algorithm>

namespace sublinear {
namespace {

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("_-.,=/:+@%").find(c) != std::string_view::npos;
}

} // namespace

std::string shellQuoted(const std::string& word)
{
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain)) {
        return word;
    }
    std::string quotedWord = "'";
    for (const char c : word) {
        if (c == '\'') {
            quotedWord += "'\\''";
        } else {
            quotedWord += c;
        }
    }
    return quotedWord + "'";
}

std::string setArguments(const Scenario& scenario)
{
    std::string line;
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(scenario);
        if (!std::holds_alternative<std::monostate>(value)) {
            line += " --set " + shellQuoted(std::string(field.path) + "=" + fieldValueText(value));
        }
    }
    return line;
}

} // namespace sublinear
