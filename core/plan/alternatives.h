// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

namespace sublinear {

/// What else would do: of each other policy the row that fits with least extra forward, if
/// that is less than the recommended one's (or that one does not fit); of the scenario's own
/// policy the same beyond the candidates named; and for a chosen row that does not fit the
/// largest batch with which it, or else the recommended one, does. Best first, the batch last.
std::vector<Alternative> alternatives(
    const ArticleStack& stack, const ResolvedScenario& scenario, const SweepRow& recommended, const SweepRow& chosen);

/// "checkpointing.k=5 " where a change is for another number than the chosen one; else nothing.
std::string numberChange(const SweepRow& row, const SweepRow& chosen);

} // namespace sublinear
