// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/launcher.h"
#include "gpu/kernels/column_sums.h"

namespace sublinear::cuda {

/// target[c] += sum over rows of term(row, c): a warp for each tile of columns, in the order of the CPU's.
template <class Term> struct ColumnSumsBody {
    Term term;
    float* target;
    std::int64_t rows;
    std::int64_t columns;

    template <class Lanes> SUBLINEAR_ARITHMETIC void run(std::int64_t tile) const
    {
        const std::int64_t begin = tile * kernels::kColumnTile;
        const std::int64_t rest = columns - begin;
        const int count = rest < kernels::kColumnTile ? static_cast<int>(rest) : kernels::kColumnTile;
        kernels::ColumnTile<float> totals;
        kernels::sumColumns<Lanes, float>(
            rows, count, [this, begin](std::int64_t row, int c) { return term(row, begin + c); }, totals);
        Lanes::each([&](int lane) {
            SUBLINEAR_UNROLLED
            for (int c = 0; c < kernels::kColumnTile; ++c) {
                if (c == lane && c < count) {
                    target[begin + c] += totals.values[c];
                }
            }
        });
    }
};

template <Launcher L, class Term>
void addColumnSums(L& launcher, std::int64_t rows, std::int64_t columns, float* target, const Term& term)
{
    static_assert(kernels::kColumnTile == kernels::kLanes);
    launcher.warps((columns + kernels::kColumnTile - 1) / kernels::kColumnTile,
        ColumnSumsBody<Term> { term, target, rows, columns });
}

/// A matrix as it stands.
template <class T> struct PlainTerm {
    const T* data;
    std::int64_t stride;
    SUBLINEAR_ARITHMETIC float operator()(std::int64_t row, std::int64_t c) const { return data[row * stride + c]; }
};

} // namespace sublinear::cuda
