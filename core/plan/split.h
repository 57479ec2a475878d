// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

namespace sublinear {

/// The memory of one policy at one number, by kind, as its law has it; the rows sum to
/// the total. Empty if the total is over 2^63-1 bytes.
std::optional<MemorySplit> articleSplit(const ArticleStack& stack, const PolicySpec& spec, const LawUnits& units);

} // namespace sublinear
