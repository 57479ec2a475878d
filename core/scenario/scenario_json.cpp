// SPDX-License-Identifier: MIT
#include "core/scenario/scenario_json.h"

#include "core/scenario/field_json.h"

namespace sublinear {

namespace {
using Json = nlohmann::ordered_json;
} // namespace

nlohmann::ordered_json fieldValueJson(const FieldValue& value)
{
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return Json();
            } else {
                return Json(held);
            }
        },
        value);
}

std::string writeScenario(const Scenario& scenario)
{
    Json document;
    document["format"] = kScenarioFormat;
    document["version"] = kScenarioVersion;
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(scenario);
        if (std::holds_alternative<std::monostate>(value)) {
            continue;
        }
        const std::size_t dot = field.path.find('.');
        Json& section = dot == std::string_view::npos ? document : document[std::string(field.path.substr(0, dot))];
        section[std::string(field.path.substr(dot == std::string_view::npos ? 0 : dot + 1))] = fieldValueJson(value);
    }
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace sublinear
