// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/fault.h"

#include <optional>
#include <string>

namespace sublinear {

/// Why a run ended before its end: the class's text stands in Error::field.
Error runError(FaultClass kind, std::string message);
/// The class of an error made by runError; empty for any other.
std::optional<FaultClass> faultOf(const Error& error);

} // namespace sublinear
