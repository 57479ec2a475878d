// SPDX-License-Identifier: MIT
#include "core/base/utc_now.h"

#include <array>
#include <ctime>

namespace sublinear {

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text {};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return { text.data(), length };
}

} // namespace sublinear
