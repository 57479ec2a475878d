// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace sublinear::cli {

/// Whether `value` is among the choices; complains, naming the option and the choices, if not.
bool acceptFormat(std::string_view option, std::string_view value, std::span<const std::string_view> choices);

} // namespace sublinear::cli
