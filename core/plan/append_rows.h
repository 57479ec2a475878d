// SPDX-License-Identifier: MIT
#pragma once

#include "core/optimal/optimal.h"
#include "core/plan/evaluation.h"
#include "core/policy/law.h"
#include "core/policy/policy.h"

#include <optional>
#include <utility>
#include <vector>

namespace sublinear {

/// Appends the rows of a policy: of all its numbers, ascending, the one of a spec with a number, or for `optimal` those
/// of its frontier. `plans()` is that frontier and `take(plan)` makes one of it the schedule at hand, as `write(spec)`
/// does for the others, false if there is none; `make(spec)` is the row of the schedule at hand, empty if its total is
/// over 2^63-1 bytes, which adds to `leftOut`.
template <class Plans, class Take, class Write, class Make>
void appendRows(PolicySpec spec, Count layers, const Plans& plans, const Take& take, const Write& write,
    const Make& make, std::vector<SweepRow>& rows, Count& leftOut)
{
    const auto append = [&] {
        if (const std::optional<SweepRow> made = make(spec)) {
            rows.push_back(*made);
        } else {
            ++leftOut;
        }
    };
    if (spec.id == PolicyId::Optimal && !spec.number) {
        for (OptimalPlan& plan : plans()) {
            spec.number = plan.peakBytes;
            take(plan);
            append();
        }
        return;
    }
    if (spec.number || policyInfo(spec.id).number == PolicyNumber::None) {
        if (write(spec)) {
            append();
        }
        return;
    }
    const std::vector<Count> numbers = sweptNumbers(spec.id, layers);
    rows.reserve(rows.size() + numbers.size());
    for (const Count number : numbers) {
        spec.number = number;
        if (write(spec)) {
            append();
        }
    }
}

} // namespace sublinear
