// SPDX-License-Identifier: MIT
#include "app/cli/formats.h"

#include "core/base/text.h"
#include "core/io/streams.h"
#include "core/scenario/refusal.h"

#include <algorithm>

namespace sublinear::cli {

bool acceptFormat(std::string_view option, std::string_view value, std::span<const std::string_view> choices)
{
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) {
        return true;
    }
    complain(refusal(option, value, "one of " + join(choices)).message);
    return false;
}

} // namespace sublinear::cli
