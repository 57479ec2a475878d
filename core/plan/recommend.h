// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

#include <span>

namespace sublinear {

/// The row to take: least extra forward that fits, among equals fewest bytes, then the
/// smaller number; if none fits the row with the fewest bytes. With candidates only
/// those numbers are looked at. Null for an empty sweep.
const SweepRow* bestRow(std::span<const SweepRow> sweep, const std::optional<std::vector<Count>>& candidates);

/// Within the scenario's policy; what other policies or a smaller batch would do stands
/// in the alternatives. `sweep` is not empty.
Recommendation recommend(const ArticleStack& stack, const ResolvedScenario& scenario, std::span<const SweepRow> sweep,
    const SweepRow& chosen);

} // namespace sublinear
