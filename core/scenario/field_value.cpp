// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/scenario/fields.h"
#include "core/scenario/limits.h"
#include "core/scenario/refusal.h"

#include <algorithm>

namespace sublinear {

namespace {

using Wholes = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

bool inRange(const Field& field, std::int64_t value)
{
    return value >= field.minimum && value <= field.maximum;
}

bool isChoice(const Field& field, std::string_view value)
{
    return std::find(field.choices.begin(), field.choices.end(), value) != field.choices.end();
}

/// Whether a value has the field's type and lies in its range.
bool fits(const Field& field, const FieldValue& value)
{
    const auto* number = std::get_if<std::int64_t>(&value);
    const auto* text = std::get_if<std::string>(&value);
    const auto* wholes = std::get_if<Wholes>(&value);
    const auto* texts = std::get_if<Texts>(&value);
    const auto shortEnough = [](std::size_t size) { return size > 0 && size <= std::size_t { limits::kListLength }; };
    switch (field.kind) {
    case FieldKind::Whole:
    case FieldKind::ByteSize:
        return number != nullptr && inRange(field, *number);
    case FieldKind::Boolean:
        return std::holds_alternative<bool>(value);
    case FieldKind::Choice:
        return text != nullptr && isChoice(field, *text);
    case FieldKind::Text: {
        const auto length = static_cast<std::int64_t>(text != nullptr ? plainLength(*text).value_or(0) : 0);
        return inRange(field, length);
    }
    case FieldKind::WholeList:
        return wholes != nullptr && shortEnough(wholes->size())
            && std::all_of(wholes->begin(), wholes->end(), [&](std::int64_t entry) { return inRange(field, entry); });
    case FieldKind::ChoiceList:
        return texts != nullptr && shortEnough(texts->size())
            && std::all_of(
                texts->begin(), texts->end(), [&](const std::string& entry) { return isChoice(field, entry); });
    }
    return false;
}

/// Text to a value of the field's type, in range or not; monostate if it is none.
FieldValue valueFromText(const Field& field, std::string_view text)
{
    switch (field.kind) {
    case FieldKind::Whole:
    case FieldKind::ByteSize: {
        const auto number = field.kind == FieldKind::ByteSize ? parseBytes(text) : parseWhole(text);
        return number ? FieldValue(*number) : FieldValue();
    }
    case FieldKind::Boolean:
        return text == "true" ? FieldValue(true) : text == "false" ? FieldValue(false) : FieldValue();
    case FieldKind::Choice:
    case FieldKind::Text:
        return std::string(text);
    case FieldKind::WholeList: {
        Wholes entries;
        for (const std::string_view part : split(text, ',')) {
            const auto number = parseWhole(part);
            if (!number) {
                return {};
            }
            entries.push_back(*number);
        }
        return entries;
    }
    case FieldKind::ChoiceList: {
        // by commas, or as a policy list has it: gelu+norms
        const std::vector<std::string_view> parts = split(text, text.find(',') == std::string_view::npos ? '+' : ',');
        return Texts(parts.begin(), parts.end());
    }
    }
    return {};
}

} // namespace

std::string acceptedText(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Whole:
        return wholeRangeText(field.minimum, field.maximum);
    case FieldKind::ByteSize:
        return "bytes from " + std::to_string(field.minimum) + " to " + std::to_string(field.maximum)
            + ", or a size such as 80GiB";
    case FieldKind::Boolean:
        return "true or false";
    case FieldKind::Choice:
        return "one of " + join(field.choices);
    case FieldKind::Text:
        return "text of " + std::to_string(field.minimum) + " to " + std::to_string(field.maximum) + " characters";
    case FieldKind::WholeList:
        return "a list of whole numbers from " + std::to_string(field.minimum) + " to " + std::to_string(field.maximum);
    case FieldKind::ChoiceList:
        return "a list of " + join(field.choices);
    }
    return {};
}

Result<FieldValue> parseFieldValue(const Field& field, std::string_view text)
{
    FieldValue value = valueFromText(field, trimmed(text));
    if (!fits(field, value)) {
        return refusal(field.path, text, acceptedText(field));
    }
    return value;
}

Status checkFieldValue(const Field& field, const FieldValue& value)
{
    const bool accepted = std::holds_alternative<std::monostate>(value) || fits(field, value);
    return accepted ? success() : refusal(field.path, fieldValueText(value), acceptedText(field));
}

std::string fieldValueText(const FieldValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* boolean = std::get_if<bool>(&value)) {
        return *boolean ? "true" : "false";
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    Texts entries;
    if (const auto* wholes = std::get_if<Wholes>(&value)) {
        std::transform(wholes->begin(), wholes->end(), std::back_inserter(entries),
            [](std::int64_t entry) { return std::to_string(entry); });
    } else if (const auto* texts = std::get_if<Texts>(&value)) {
        entries = *texts;
    }
    return join(std::span<const std::string>(entries), ",");
}

Status applySet(Scenario& scenario, std::string_view assignment)
{
    const std::size_t sign = assignment.find('=');
    if (sign == std::string_view::npos || trimmed(assignment.substr(0, sign)).empty()) {
        return Error { quoted(assignment) + " is not accepted; --set takes PATH=VALUE, such as workload.batch=8" };
    }
    const std::string_view path = trimmed(assignment.substr(0, sign));
    const Field* field = findField(path);
    if (field == nullptr) {
        return unknownField(path);
    }
    const std::string_view text = trimmed(assignment.substr(sign + 1));
    if (text.empty()) {
        field->set(scenario, {});
        return success();
    }
    const Result<FieldValue> value = parseFieldValue(*field, text);
    if (!value) {
        return value.error();
    }
    field->set(scenario, *value);
    return success();
}

} // namespace sublinear
