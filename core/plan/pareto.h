// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <span>

namespace sublinear {

/// Marks the rows of both lists that no row of either beats: none has fewer bytes or less
/// extra forward without being worse in the other. Equal rows are both marked.
void markPareto(std::span<SweepRow> sweep, std::span<SweepRow> compared);

} // namespace sublinear
