// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

namespace sublinear {

/// One policy at one number; empty if its total is over 2^63-1 bytes. The number must
/// have a law (lawUnits).
std::optional<SweepRow> articleRow(const ArticleStack& stack, const PolicySpec& spec, const LawUnits& units);

/// Largest batch whose total is within the capacity, in closed form: activations are
/// exactly linear in the batch. 0 if nothing fits.
Count largestBatch(const ArticleStack& stack, const LawUnits& units);

/// A policy over all its numbers, ascending, or the one row of a spec with a number.
/// Adds to `leftOut` for every row over 2^63-1 bytes.
void appendSweep(const ArticleStack& stack, PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut);

/// Every policy with a law at number `k` (m = k for first_m), in the order of allPolicies(): the same
/// word "every K" with its several meanings. Rows over 2^63-1 bytes are missing.
std::vector<SweepRow> rowsAtNumber(const ArticleStack& stack, const PolicySpec& chosen, Count k);

} // namespace sublinear
