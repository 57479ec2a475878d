// SPDX-License-Identifier: MIT
#include "core/measurement/fault.h"

#include <algorithm>

namespace sublinear {

std::optional<FaultClass> faultClass(std::string_view text)
{
    const auto* found = std::find(kFaultClasses.begin(), kFaultClasses.end(), text);
    return found == kFaultClasses.end() ? std::nullopt
                                        : std::optional(static_cast<FaultClass>(found - kFaultClasses.begin()));
}

} // namespace sublinear
