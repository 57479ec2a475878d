// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace sublinear {

/// A cell by RFC 4180: quoted where a separator, a quote or a line end stands inside.
std::string csvCell(std::string_view text);

/// Shortest text that reads back as the same number.
std::string shortestNumber(double value);

} // namespace sublinear
