// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace sublinear {

/// With the characters escaped that mean something in LaTeX.
std::string latexEscaped(std::string_view text);

} // namespace sublinear
