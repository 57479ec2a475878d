// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string_view>

namespace sublinear {

/// The rows that a report lists: the sweep, then the compared ones that are not in it already.
std::vector<SweepRow> listedRows(const Evaluation& evaluation);

/// How a sweep row was obtained: in article accounting "law", or "simulated" with act and x where the
/// policy has none; in training accounting "executed", the simulation of the very step that is run.
std::string_view rowBasis(const Evaluation& evaluation, const SweepRow& row);

} // namespace sublinear
