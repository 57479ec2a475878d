// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <optional>
#include <span>
#include <vector>

namespace sublinear {

/// The scenario whose program a measurement runs: the transformer stack on one device, without
/// embedding and LM head, with the stack loss <x_N, R> and preallocated gradients.
ResolvedScenario measuredStack(ResolvedScenario scenario);

/// The policy of a row as the scenario has it: with its start and segments, and of `selective` the
/// tensors of the row.
PolicySpec policyOf(const SweepRow& row, const ResolvedScenario& scenario);

/// What becomes of rows of `optimal` below: their schedules are those of the article's act and x. Asked for one
/// of their budgets, a measurement plans anew with the bytes of what it runs, so its points are not of them.
enum class ListedPlans { Left, Run };

/// What each row's policy and number hold at their peak when the measured stack really runs:
/// the simulated peak less what stays through the whole step, in bytes. The article's laws round
/// off what a step does; these are what measured points belong to. One entry per row; empty where
/// there is no schedule, for `optimal` unless the listed plans are to be run, or where the peak is over
/// 2^63-1 bytes. Takes about as long as an evaluation in training accounting, with plans as long as their
/// search, which is why it is no part of one.
std::vector<std::optional<Bytes>> executedActivationBytes(
    const ResolvedScenario& scenario, std::span<const SweepRow> rows, ListedPlans plans = ListedPlans::Left);

} // namespace sublinear
