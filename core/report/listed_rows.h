// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string_view>

namespace sublinear {

/// The rows that a report lists: the sweep, then the compared ones that are not in it already.
std::vector<SweepRow> listedRows(const Evaluation& evaluation);

/// How a sweep row was obtained: "law" in article accounting, else "executed": its schedule was gone through
/// step by step, in training accounting that of the very step that is run, in article accounting, where the
/// policy has no law, with the article's act and x.
std::string_view rowBasis(const Evaluation& evaluation, const SweepRow& row);

} // namespace sublinear
