// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

#include <span>

namespace sublinear {

/// The row to take: least extra forward that fits, among equals fewest bytes, then the
/// smaller number; if none fits the row with the fewest bytes. With candidates only
/// those numbers are looked at. Null for an empty sweep.
const SweepRow* bestRow(std::span<const SweepRow> sweep, const std::optional<std::vector<Count>>& candidates);

/// What a reason speaks of beside the row itself.
struct PlanLimits {
    Bytes fixedBytes = 0; ///< what no checkpointing setting changes
    std::string_view fixedNames; ///< "parameters and optimizer states"
    std::string_view fixedLargest; ///< "logits and loss (61.35 GiB)"; empty: the row's largest state
    Bytes capacityBytes = 0;
    Count batch = 0;
    bool listedOnly = false; ///< only named candidates were looked at
};

/// One row as a recommendation with its reason, alternatives left out.
Recommendation recommendRow(const PlanLimits& limits, const SweepRow& row);

/// Within the scenario's policy; what other policies or a smaller batch would do stands
/// in the alternatives. `sweep` is not empty.
Recommendation recommend(const ArticleStack& stack, const ResolvedScenario& scenario, std::span<const SweepRow> sweep,
    const SweepRow& chosen);

} // namespace sublinear
