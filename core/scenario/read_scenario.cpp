// SPDX-License-Identifier: MIT
#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using nlohmann::json;

FieldValue wholesFromJson(const json& list)
{
    std::vector<std::int64_t> entries;
    for (const json& entry : list) {
        const std::optional<std::int64_t> number =
            entry.is_string() ? parseWhole(entry.get_ref<const std::string&>()) : wholeFromJson(entry);
        if (!number) {
            return {};
        }
        entries.push_back(*number);
    }
    return entries;
}

FieldValue textsFromJson(const json& list)
{
    std::vector<std::string> entries;
    for (const json& entry : list) {
        if (!entry.is_string()) {
            return {};
        }
        entries.push_back(entry.get<std::string>());
    }
    return entries;
}

/// The value in the field's type; monostate if the JSON type is another. `value` is no text.
FieldValue valueFromJson(FieldKind kind, const json& value)
{
    switch (kind) {
    case FieldKind::Whole:
    case FieldKind::ByteSize: {
        const std::optional<std::int64_t> number = wholeFromJson(value);
        return number ? FieldValue(*number) : FieldValue();
    }
    case FieldKind::Boolean:
        return value.is_boolean() ? FieldValue(value.get<bool>()) : FieldValue();
    case FieldKind::Choice:
    case FieldKind::Text:
        return {};
    case FieldKind::WholeList:
        return value.is_array() ? wholesFromJson(value) : FieldValue();
    case FieldKind::ChoiceList:
        return value.is_array() ? textsFromJson(value) : FieldValue();
    }
    return {};
}

/// One rule for all fields: a text reads as --set reads it ("2Ki", "80GiB", "true", "1,2,4"), and an
/// entry of a list likewise. Only a name is taken as it stands.
Result<FieldValue> readValue(const Field& field, const json& value)
{
    FieldValue read;
    if (!value.is_string()) {
        read = valueFromJson(field.kind, value);
    } else if (field.kind == FieldKind::Text) {
        read = value.get<std::string>();
    } else {
        return parseFieldValue(field, value.get_ref<const std::string&>());
    }
    if (std::holds_alternative<std::monostate>(read) || !checkFieldValue(field, read)) {
        return refusal(field.path, shownJson(value), acceptedText(field));
    }
    return read;
}

Status readField(const Field& field, const json& value, Scenario& scenario)
{
    if (value.is_null()) {
        return success();
    }
    const Result<FieldValue> read = readValue(field, value);
    if (!read) {
        return read.error();
    }
    field.set(scenario, *read);
    return success();
}

/// "model", "workload", ...
std::vector<std::string_view> sectionNames()
{
    std::vector<std::string_view> names;
    for (const Field& field : allFields()) {
        const std::size_t dot = field.path.find('.');
        const std::string_view name = field.path.substr(0, dot);
        if (dot != std::string_view::npos && (names.empty() || names.back() != name)) {
            names.push_back(name);
        }
    }
    return names;
}

Status readSection(const std::string& name, const json& section, Scenario& scenario)
{
    if (section.is_null()) {
        return success();
    }
    if (!section.is_object()) {
        return refusal(name, shownJson(section), "an object with the fields of " + name);
    }
    for (const auto& [key, value] : section.items()) {
        std::string path = name;
        path.append(1, '.').append(key);
        const Field* field = findField(path);
        if (field == nullptr) {
            return unknownField(path);
        }
        if (Status read = readField(*field, value, scenario); !read) {
            return read;
        }
    }
    return success();
}

/// What stands on the top level: a section, or a field without one.
Status readMember(const std::string& key, const json& value, Scenario& scenario)
{
    const std::vector<std::string_view> sections = sectionNames();
    if (std::find(sections.begin(), sections.end(), key) != sections.end()) {
        return readSection(key, value, scenario);
    }
    const Field* field = findField(key);
    if (field == nullptr) {
        return unknownField(key, sections);
    }
    if (const std::size_t dot = key.find('.'); dot != std::string::npos) {
        return Error {
            key + ": unknown field; write " + quoted(key.substr(dot + 1)) + " inside " + quoted(key.substr(0, dot)), key
        };
    }
    return readField(*field, value, scenario);
}

Status checkHead(const json& document)
{
    const std::string acceptedFormat = '"' + std::string(kScenarioFormat) + '"';
    const std::string acceptedVersion = std::to_string(kScenarioVersion);
    const auto format = document.find("format");
    if (format == document.end() || format->is_null()) {
        return missing("format", acceptedFormat);
    }
    if (*format != kScenarioFormat) {
        return refusal("format", shownJson(*format), acceptedFormat);
    }
    const auto version = document.find("version");
    if (version == document.end() || version->is_null()) {
        return missing("version", acceptedVersion);
    }
    const std::optional<std::int64_t> number = wholeFromJson(*version);
    if (number != kScenarioVersion) {
        const bool newer = number && *number > kScenarioVersion;
        return refusal("version", shownJson(*version),
            newer ? acceptedVersion + " (the file is from a newer version of this program)" : acceptedVersion);
    }
    return success();
}

} // namespace

Result<Scenario> readScenario(std::string_view json)
{
    const Result<nlohmann::json> document = parseJson(json, kMaxScenarioFileBytes);
    if (!document) {
        return document.error();
    }
    if (!document->is_object()) {
        return Error { "a scenario is a JSON object, not " + quoted(shownJson(*document)) };
    }
    if (const Status head = checkHead(*document); !head) {
        return head.error();
    }
    Scenario scenario;
    for (const auto& [key, value] : document->items()) {
        if (key == "format" || key == "version") {
            continue;
        }
        if (const Status read = readMember(key, value, scenario); !read) {
            return read.error();
        }
    }
    return scenario;
}

} // namespace sublinear
