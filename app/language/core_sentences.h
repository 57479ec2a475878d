// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace sublinear {

/// What core says, %1 and so on for what it puts in: the more special ones first, as the first that matches is taken.
std::span<const char* const> coreSentences();
/// Names that core has for things, and what catalogues and the field table call them.
std::span<const char* const> coreNames();

} // namespace sublinear
