// SPDX-License-Identifier: MIT
#include "core/catalog/entry.h"

#include "core/base/json_document.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kMaxFileBytes = std::size_t { 4 } << 20;

const nlohmann::json kNothing;

} // namespace

Entry::Entry(const nlohmann::json& object, std::string where)
    : m_object(&object)
    , m_where(std::move(where))
{
    if (!object.is_object()) {
        m_object = &kNothing;
        fail("is not an object");
    }
}

void Entry::fail(std::string_view what)
{
    if (m_complaint.empty()) {
        m_complaint = m_where + " " + std::string(what);
    }
}

const nlohmann::json* Entry::find(const char* key)
{
    m_asked.emplace_back(key);
    const auto found = m_object->is_object() ? m_object->find(key) : m_object->end();
    return found == m_object->end() ? nullptr : &*found;
}

std::string Entry::optionalText(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        return {};
    }
    if (!value->is_string()) {
        fail(std::string(key) + " is not a text");
    }
    return value->is_string() ? value->get<std::string>() : std::string();
}

std::string Entry::text(const char* key)
{
    std::string value = optionalText(key);
    if (value.empty()) {
        fail(std::string("has no ") + key);
    }
    return value;
}

std::optional<Count> Entry::optionalWhole(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    const bool whole = value->is_number_integer() && value->get<Count>() >= 0;
    if (!whole) {
        fail(std::string(key) + " is not a whole number");
    }
    return whole ? std::optional<Count>(value->get<Count>()) : std::nullopt;
}

Count Entry::whole(const char* key)
{
    const std::optional<Count> value = optionalWhole(key);
    if (!value) {
        fail(std::string("has no ") + key);
    }
    return value.value_or(0);
}

std::optional<double> Entry::optionalNumber(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    const bool positive = value->is_number() && value->get<double>() > 0;
    if (!positive) {
        fail(std::string(key) + " is not a number above 0");
    }
    return positive ? std::optional<double>(value->get<double>()) : std::nullopt;
}

bool Entry::boolean(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value == nullptr || !value->is_boolean()) {
        fail(std::string(key) + " is neither true nor false");
    }
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::vector<std::string> Entry::texts(const char* key)
{
    std::vector<std::string> all;
    const nlohmann::json* value = find(key);
    if (value == nullptr || !value->is_array()) {
        fail(std::string(key) + " is not a list");
        return all;
    }
    for (const nlohmann::json& item : *value) {
        if (item.is_string()) {
            all.push_back(item.get<std::string>());
        } else {
            fail(std::string(key) + " holds something that is not a text");
        }
    }
    return all;
}

std::vector<std::string> Entry::optionalTexts(const char* key)
{
    return find(key) == nullptr ? std::vector<std::string>() : texts(key);
}

const nlohmann::json* Entry::optionalRaw(const char* key)
{
    return find(key);
}

const nlohmann::json& Entry::raw(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        fail(std::string("has no ") + key);
    }
    return value == nullptr ? kNothing : *value;
}

Entry Entry::object(const char* key)
{
    return { raw(key), m_where + " " + key };
}

void Entry::adopt(const Status& part)
{
    if (!part && m_complaint.empty()) {
        m_complaint = part.error().message;
    }
}

Status Entry::finish()
{
    if (m_object->is_object()) {
        for (const auto& item : m_object->items()) {
            if (std::find(m_asked.begin(), m_asked.end(), item.key()) == m_asked.end()) {
                fail("has an unknown key " + item.key());
            }
        }
    }
    if (!m_complaint.empty()) {
        return Error { m_complaint };
    }
    return success();
}

Status forEachEntry(
    std::string_view json, std::string_view format, const char* key, const std::function<Status(Entry&)>& each)
{
    const Result<nlohmann::json> document = parseJson(json, kMaxFileBytes);
    if (!document) {
        return Error { std::string(format) + ": " + document.error().message };
    }
    Entry file(*document, std::string(format));
    if (file.text("format") != format || file.whole("version") != 1) {
        file.fail("has another format or version");
    }
    const nlohmann::json& list = file.raw(key);
    if (!list.is_array()) {
        file.fail(std::string(key) + " is not a list");
    }
    if (Status status = file.finish(); !status) {
        return status;
    }

    for (const nlohmann::json& object : list) {
        const bool named = object.is_object() && object.contains("id") && object["id"].is_string();
        Entry entry(object, named ? object["id"].get<std::string>() : std::string("an entry"));
        if (Status status = each(entry); !status) {
            return status;
        }
    }
    return success();
}

Result<Scenario> scenarioFromBody(const nlohmann::json& body)
{
    if (!body.is_object()) {
        return Error { "a scenario is an object" };
    }
    nlohmann::json document = body;
    document["format"] = kScenarioFormat;
    document["version"] = kScenarioVersion;
    return readScenario(document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace sublinear
