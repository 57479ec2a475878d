// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QString>

namespace sublinear {

/// No K is under the pointer, chosen or recommended.
inline constexpr Count kNoNumber = -1;

/// The row of number k in an ascending sweep, or null where it was left out.
/// A row without a number answers to 1.
const SweepRow* rowOf(const std::vector<SweepRow>& rows, Count k);

/// The numbers that a sweep's axis spans. A policy without a number has one place, 1.
struct NumberSpan {
    Count first = 1; ///< 1 for K, 0 for m
    Count last = 1;
    QString letter; ///< "K", "m"
    [[nodiscard]] Count places() const { return last - first + 1; }
    [[nodiscard]] std::size_t indexOf(const SweepRow& row) const
    {
        return static_cast<std::size_t>(row.k.value_or(first) - first);
    }
    bool operator==(const NumberSpan&) const = default;
};
NumberSpan numberSpan(const Evaluation& evaluation);

/// The rows that have a place on that axis. A budget in bytes has none.
std::vector<SweepRow> rowsWithin(const std::vector<SweepRow>& rows, const NumberSpan& numbers);

/// GiB as a chart's unit.
double inGiB(Bytes bytes);
/// "80.25", and "0.00049" where two decimals would say that there is nothing: two figures at least.
QString gibText(Bytes bytes, int decimals = 2);
/// "80.25 GiB"
QString gibUnitText(Bytes bytes, int decimals = 2);

} // namespace sublinear
