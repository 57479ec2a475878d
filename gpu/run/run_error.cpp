// SPDX-License-Identifier: MIT
#include "gpu/run/run_error.h"

#include <utility>

namespace sublinear {

Error runError(FaultClass kind, std::string message)
{
    return { std::move(message), std::string(toText(kind)) };
}

std::optional<FaultClass> faultOf(const Error& error)
{
    return faultClass(error.field);
}

} // namespace sublinear
