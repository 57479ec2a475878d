// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string_view>

namespace sublinear {

/// The rows that a report lists: the sweep, then the compared ones that are not in it already.
std::vector<SweepRow> listedRows(const Evaluation& evaluation);

/// How a sweep row was obtained: "law" in article accounting, "executed" where simulated.
std::string_view rowBasis(const Evaluation& evaluation);

} // namespace sublinear
