// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/cpu/vectorise.h"
#include "gpu/kernels/column_sums.h"

#include <algorithm>
#include <cstdint>

namespace sublinear {

/// target[c] += sum over rows of term(row, c), c below `columns`: the gradient of a weight that
/// all rows share. A piece is a tile of columns, so that the sum does not depend on the threads.
template <class Real, class Term>
void addColumnSums(ThreadPool& pool, std::int64_t rows, std::int64_t columns, Real* target, const Term& term)
{
    pool.forEach(columns, kernels::kColumnTile, [&](std::int64_t begin, std::int64_t end) {
        kernels::ColumnTile<Real> totals;
        vectorised([&](auto) SUBLINEAR_INLINED {
            kernels::sumColumns<kernels::HostLanes, Real>(
                rows, static_cast<int>(end - begin),
                [&term, begin](std::int64_t row, int c) SUBLINEAR_INLINED { return term(row, begin + c); }, totals);
        });
        for (std::int64_t c = begin; c < end; ++c) {
            target[c] += totals.values[c - begin];
        }
    });
}

} // namespace sublinear
