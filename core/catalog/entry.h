// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// One object of a preset file, read key by key. The first key that is missing, of the
/// wrong type or unknown is remembered, so that a reader asks for everything and then
/// looks once.
class Entry {
public:
    Entry(const nlohmann::json& object, std::string where);

    std::string text(const char* key); ///< required, not empty
    std::string optionalText(const char* key);
    Count whole(const char* key); ///< required, 0 or more
    std::optional<Count> optionalWhole(const char* key);
    std::optional<double> optionalNumber(const char* key); ///< above 0
    bool boolean(const char* key);
    std::vector<std::string> texts(const char* key);
    std::vector<std::string> optionalTexts(const char* key);
    Entry object(const char* key); ///< to be read and then adopted: adopt(part.finish())
    const nlohmann::json& raw(const char* key);
    const nlohmann::json* optionalRaw(const char* key); ///< null where there is none

    void adopt(const Status& part);
    void fail(std::string_view what);
    /// Complains of keys that nobody asked for, then gives the first complaint.
    [[nodiscard]] Status finish();

private:
    const nlohmann::json* find(const char* key);

    const nlohmann::json* m_object;
    std::string m_where;
    std::string m_complaint;
    std::vector<std::string_view> m_asked;
};

/// Calls `each` for every object in the array `key` of a file with this format and version 1.
Status forEachEntry(
    std::string_view json, std::string_view format, const char* key, const std::function<Status(Entry&)>& each);

/// A scenario without the file's header, or a part of one, read as a scenario file is.
Result<Scenario> scenarioFromBody(const nlohmann::json& body);

} // namespace sublinear
