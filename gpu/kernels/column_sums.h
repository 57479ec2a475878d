// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/lanes.h"

#include <cstdint>

namespace sublinear::kernels {

/// Columns that are summed together: what a lane holds.
inline constexpr int kColumnTile = 32;

template <class Real> struct ColumnTile {
    Real values[kColumnTile] {};
};

/// totals[c] = sum over rows of term(row, c), c below `columns`. Lane l takes rows l, l+32, ...
template <class Lanes, class Real, class Term>
SUBLINEAR_ARITHMETIC void sumColumns(std::int64_t rows, int columns, const Term& term, ColumnTile<Real>& totals)
{
    typename Lanes::template Each<ColumnTile<Real>> partial;
    Lanes::over(rows, [&](int lane, std::int64_t row) {
        ColumnTile<Real>& own = partial[lane];
        if constexpr (Lanes::ownThreads) { // constant bounds keep the sums in a thread's registers
            SUBLINEAR_UNROLLED
            for (int c = 0; c < kColumnTile; ++c) {
                own.values[c] += c < columns ? term(row, c) : Real { 0 };
            }
        } else {
            SUBLINEAR_INDEPENDENT
            for (int c = 0; c < columns; ++c) {
                own.values[c] += term(row, c);
            }
        }
    });
    const int last = Lanes::ownThreads ? kColumnTile : columns;
    SUBLINEAR_UNROLLED
    for (int c = 0; c < last; ++c) {
        typename Lanes::template Each<Real> column;
        Lanes::each([&](int lane) { column[lane] = partial[lane].values[c]; });
        totals.values[c] = Lanes::sum(column);
    }
}

} // namespace sublinear::kernels
