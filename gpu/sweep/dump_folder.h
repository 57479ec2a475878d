// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>

namespace sublinear {

inline constexpr const char* kDumpFormat = "sublinear-dump";
inline constexpr int kDumpVersion = 1;
inline constexpr const char* kDumpFacts = "facts.json"; ///< lists the arrays beside it: these are a dump's own

/// Removes what an older dump has written into `folder`: the arrays that its facts list, and the
/// facts. Whatever else is there stays. No facts, or those of something else: nothing is removed.
/// Refused: a file that cannot be removed, by its path (field "cannot_write").
Status removeDump(const std::string& folder);

} // namespace sublinear
