// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace sublinear {

/// Whether a scenario field changes any figure in article accounting, which leaves out most
/// of a real step: a field that it does not count should be said to be without effect.
bool countsInArticle(std::string_view path);

} // namespace sublinear
