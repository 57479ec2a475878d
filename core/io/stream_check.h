// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace sublinear {

struct StreamSummary {
    std::size_t lines = 0;
    std::size_t points = 0;
    std::size_t errors = 0; ///< lines of type error: a run that failed and says why
    bool complete = false; ///< the last line is `bye`
};

/// Whether a text looks like a saved stream: its first line is an object with a `type`.
bool looksLikeStream(std::string_view text);

/// The worker's JSON lines: each has a known `type`, a `seq` that grows and the run's `id`;
/// hello, plan and result hold what a measurement document holds of them.
Result<StreamSummary> checkStream(std::string_view text);

} // namespace sublinear
