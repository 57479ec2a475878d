// SPDX-License-Identifier: MIT
#include "core/import/config.h"

#include "core/base/json_document.h"
#include "core/base/units.h"
#include "core/scenario/fields.h"
#include "core/scenario/limits.h"
#include "core/scenario/refusal.h"

#include <algorithm>
#include <utility>

namespace sublinear::hf {

namespace {

using nlohmann::json;

const json kEmpty = json::object();

const json* findIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

// What a config may give as a list with an entry per layer.
bool mayDifferByLayer(std::string_view path)
{
    return path == "model.d_ffn" || path == "model.heads" || path == "model.kv_heads" || path == "model.head_dim"
        || path == "model.expert_d_ffn";
}

bool allEqual(const json& list)
{
    return !list.empty()
        && std::all_of(list.begin(), list.end(), [&list](const json& entry) { return entry == list.front(); });
}

} // namespace

Config::Config(const json& object, std::string prefix, const json* outer)
    : m_object(object.is_object() ? &object : &kEmpty)
    , m_outer(outer)
    , m_prefix(std::move(prefix))
{
}

const json* Config::find(const char* key) const
{
    return findIn(*m_object, key);
}

bool Config::hasAny(Keys keys) const
{
    return std::any_of(keys.begin(), keys.end(), [this](const char* key) { return has(key); });
}

bool Config::givenAsNull(Keys keys) const
{
    return !hasAny(keys)
        && std::any_of(keys.begin(), keys.end(), [this](const char* key) { return m_object->contains(key); });
}

Config Config::section(const char* key) const
{
    const json* value = find(key);
    return { value == nullptr ? kEmpty : *value, m_prefix + key + '.', m_object };
}

std::optional<Count> Config::wholeFrom(const char* key, const json& value, std::string_view path)
{
    if (value.is_array() && mayDifferByLayer(path)) {
        if (allEqual(value)) {
            return wholeFrom(key, value.front(), path);
        }
        refuse(Error { named(key) + ": layers of unequal width cannot be modelled; it takes one number", named(key) });
        return std::nullopt;
    }
    const Field* field = findField(path);
    const std::optional<Count> number =
        value.is_string() ? parseWhole(value.get_ref<const std::string&>()) : wholeFromJson(value);
    if (!number || !checkFieldValue(*field, *number)) {
        refuse(refusal(named(key), shownJson(value), acceptedText(*field)));
        return std::nullopt;
    }
    return number;
}

std::optional<Count> Config::whole(Keys keys, std::string_view path)
{
    std::optional<Count> result;
    const char* resultKey = nullptr;
    for (const char* key : keys) {
        const json* value = find(key);
        const std::optional<Count> number = value == nullptr ? std::nullopt : wholeFrom(key, *value, path);
        if (number && result && number != result) {
            refuse(refusal(named(key), std::to_string(*number),
                named(resultKey) + "'s value, " + std::to_string(*result) + ", as both name one thing"));
        } else if (number && !result) {
            result = number;
            resultKey = key;
        }
    }
    return result;
}

Count Config::size(Keys keys, std::string_view path, Count usual)
{
    const std::optional<Count> given = whole(keys, path);
    if (given) {
        return *given;
    }
    const char* key = *keys.begin();
    if (usual > 0 && !m_sizesAsked) {
        note(named(key) + " is not given: " + std::to_string(usual) + ", as the family has it");
    } else {
        refuse(missing(named(key), acceptedText(*findField(path))));
    }
    return usual;
}

bool Config::flag(const char* key, bool fallback)
{
    const json* value = find(key);
    if (value == nullptr) {
        return fallback;
    }
    if (value->is_boolean()) {
        return value->get<bool>();
    }
    const std::string shown = shownJson(*value);
    const bool isTrue = shown == "1" || shown == "true" || shown == "True";
    const bool isFalse = shown == "0" || shown == "false" || shown == "False";
    if (!isTrue && !isFalse) {
        refuse(refusal(named(key), shown, "true or false"));
    }
    return isTrue;
}

bool Config::outerFlag(const char* key, bool fallback)
{
    if (has(key) || m_outer == nullptr) {
        return flag(key, fallback);
    }
    Config outer(*m_outer, {}, nullptr);
    const bool value = outer.flag(key, fallback);
    adopt(outer);
    return value;
}

std::optional<double> Config::number(const char* key) const
{
    const json* value = find(key);
    return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

std::string Config::text(const char* key) const
{
    const json* value = find(key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::vector<Count> Config::wholes(const char* key)
{
    std::vector<Count> result;
    const json* value = find(key);
    if (value == nullptr) {
        return result;
    }
    bool good = value->is_array();
    for (const json& entry : good ? *value : kEmpty) {
        const std::optional<Count> number = wholeFromJson(entry);
        good = good && number && *number >= 0 && *number < limits::kLayers;
        result.push_back(number.value_or(0));
    }
    if (!good) {
        refuse(refusal(named(key), shownJson(*value), "a list of layers, counted from 0"));
        result.clear();
    }
    return result;
}

void Config::refuse(Error error)
{
    if (!m_refused) {
        m_refused = std::move(error);
    }
}

void Config::note(std::string line)
{
    m_notes.push_back(std::move(line));
}

void Config::adopt(const Config& part)
{
    if (part.m_refused) {
        refuse(*part.m_refused);
    }
    m_notes.insert(m_notes.end(), part.m_notes.begin(), part.m_notes.end());
}

} // namespace sublinear::hf
