// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/axis.h"
#include "core/plan/evaluation.h"

#include <QString>

#include <vector>

namespace sublinear {

/// No number is under the pointer, chosen or recommended.
inline constexpr Count kNoNumber = -1;

/// The numbers that a policy's sweep is drawn over: K, m or c, one after another on a logarithmic
/// axis, or budgets where their bytes put them. A policy without a number has one place, which
/// answers to 1.
struct NumberSpan {
    Count first = 1; ///< 1 for K and c, 0 for m, the smallest budget
    Count last = 1;
    QString letter = {}; ///< "K", "m", "c"; empty for budgets and for policies without a number
    std::vector<Count> budgets = {}; ///< ascending; empty where numbers are counted

    [[nodiscard]] bool hasNumbers() const { return !letter.isEmpty() || !budgets.empty(); }
    [[nodiscard]] Count places() const;
    /// Whether a number is drawn at all: between the first and the last.
    [[nodiscard]] bool holds(Count number) const { return number >= first && number <= last; }
    /// Index of a sweep row's place, from 0.
    [[nodiscard]] std::size_t indexOf(const SweepRow& row) const;

    [[nodiscard]] double position(Count number) const;
    /// Right border of the first `count` places; 0 gives the axis's left end.
    [[nodiscard]] double border(Count count) const;
    [[nodiscard]] Count nearest(double at) const;
    /// The number `steps` places to the right of the one nearest to `from`.
    [[nodiscard]] Count stepped(Count from, Count steps) const;

    [[nodiscard]] AxisSpec axis() const;
    [[nodiscard]] QString title() const; ///< "K (logarithmic)", "budget, GiB"
    [[nodiscard]] QString word() const; ///< "K", "budget"; empty without numbers
    [[nodiscard]] QString nameOf(Count number) const; ///< "K=4", "6.94 GiB", "The policy"

    bool operator==(const NumberSpan&) const = default;
};

NumberSpan numberSpan(const Evaluation& evaluation);

/// The chosen row's number. A budget that is not given is the one whose row was taken.
Count chosenNumber(const Evaluation& evaluation);
Count recommendedNumber(const Evaluation& evaluation);

} // namespace sublinear
