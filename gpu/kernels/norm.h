// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/bf16.h"
#include "gpu/kernels/lanes.h"
#include "gpu/kernels/math.h"

#include <cstdint>

namespace sublinear::kernels {

/// LayerNorm: y = (x - mean)/std * weight + bias; RMSNorm: the same with mean 0 and no bias.
/// std = sqrt(mean of squares + epsilon).
template <class Real> struct RowStatistics {
    Real mean { 0 };
    Real inverseStd { 0 };
};

/// What is kept of all rows: mean and 1/std, or 1/std alone.
template <class Real> struct KeptStatistics {
    Real* data = nullptr; ///< null: nothing
    bool centred = false;

    [[nodiscard]] SUBLINEAR_ARITHMETIC RowStatistics<Real> at(std::int64_t row) const
    {
        return centred ? RowStatistics<Real> { data[2 * row], data[2 * row + 1] }
                       : RowStatistics<Real> { Real { 0 }, data[row] };
    }
    SUBLINEAR_ARITHMETIC void set(std::int64_t row, const RowStatistics<Real>& statistics) const
    {
        if (data == nullptr) {
            return;
        }
        if (centred) {
            data[2 * row] = statistics.mean;
            data[2 * row + 1] = statistics.inverseStd;
        } else {
            data[row] = statistics.inverseStd;
        }
    }
};

template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC RowStatistics<Arithmetic<Stored>> rowStatistics(
    const Stored* x, std::int64_t width, bool centred, Arithmetic<Stored> epsilon)
{
    using Real = Arithmetic<Stored>;
    RowStatistics<Real> statistics;
    const auto count = static_cast<Real>(width);
    if (centred) {
        typename Lanes::template Each<Real> sum;
        Lanes::over(width, [&sum, x](int lane, std::int64_t i) { sum[lane] += x[i]; });
        statistics.mean = Lanes::sum(sum) / count;
    }
    typename Lanes::template Each<Real> squares;
    Lanes::over(width, [&squares, x, mean = statistics.mean](int lane, std::int64_t i) {
        const Real distance = x[i] - mean;
        squares[lane] += distance * distance;
    });
    statistics.inverseStd = Real { 1 } / squareRoot(Lanes::sum(squares) / count + epsilon);
    return statistics;
}

/// `weight` and `bias` may be null.
template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC void normRow(const Stored* x, const RowStatistics<Arithmetic<Stored>>& statistics,
    const Stored* weight, const Stored* bias, Stored* y, std::int64_t width)
{
    using Real = Arithmetic<Stored>;
    const Real mean = statistics.mean;
    const Real factor = statistics.inverseStd;
    if (weight == nullptr) {
        Lanes::over(width, [=](int, std::int64_t i) { y[i] = (x[i] - mean) * factor; });
    } else if (bias == nullptr) {
        Lanes::over(width, [=](int, std::int64_t i) { y[i] = (x[i] - mean) * factor * weight[i]; });
    } else {
        Lanes::over(width, [=](int, std::int64_t i) { y[i] = (x[i] - mean) * factor * weight[i] + bias[i]; });
    }
}

/// dx = (g - mean(g) - n mean(g n))/std with n the normed row, g = dy*weight = gradient(i); RMSNorm
/// without mean(g). write(i, dx_i) comes after all reads of the sums and once per element, so
/// that dx may take dy's place.
template <class Lanes, class Stored, class Gradient, class Write>
SUBLINEAR_ARITHMETIC void normRowBackward(const Stored* x, const RowStatistics<Arithmetic<Stored>>& statistics,
    bool centred, std::int64_t width, const Gradient& gradient, const Write& write)
{
    using Real = Arithmetic<Stored>;
    const Real mean = statistics.mean;
    const Real factor = statistics.inverseStd;
    const auto count = static_cast<Real>(width);
    typename Lanes::template Each<Real> plain;
    typename Lanes::template Each<Real> projected;
    Lanes::over(width, [&plain, &projected, &gradient, x, mean, factor](int lane, std::int64_t i) {
        const Real g = gradient(i);
        plain[lane] += g;
        projected[lane] += g * ((x[i] - mean) * factor);
    });
    const Real plainMean = centred ? Lanes::sum(plain) / count : Real { 0 };
    const Real projectedMean = Lanes::sum(projected) / count;
    Lanes::over(width, [&gradient, &write, x, mean, factor, plainMean, projectedMean](int, std::int64_t i) {
        const Real normed = (x[i] - mean) * factor;
        write(i, (gradient(i) - plainMean - normed * projectedMean) * factor);
    });
}

} // namespace sublinear::kernels
