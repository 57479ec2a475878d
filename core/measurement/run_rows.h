// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// One row of a table, by column; of CSV and of JSON alike.
struct RunRow {
    std::string place; ///< "line 3", "runs[1]": for a message
    std::map<std::string, std::string, std::less<>> cells; ///< as typed; empty where there is nothing

    [[nodiscard]] std::string text(std::string_view name) const
    {
        const auto found = cells.find(name);
        return found != cells.end() ? found->second : std::string();
    }
};

/// CSV (RFC 4180, commas) with a header, or JSON: a list of objects, or an object with the list `runs`
/// whose other members count for each of them. Refused: what is none of that, in one line.
Result<std::vector<RunRow>> readRunRows(std::string_view text);

} // namespace sublinear
