// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/bf16.h"
#include "gpu/kernels/lanes.h"
#include "gpu/kernels/math.h"

#include <cmath>
#include <cstdint>

namespace sublinear::kernels {

/// The keys that one query sees: [first, end).
struct KeyRange {
    std::int64_t first = 0;
    std::int64_t end = 0;
};

/// Causal: all up to the query itself; with a window only the last `window` of them (0: no window).
SUBLINEAR_ARITHMETIC KeyRange visibleKeys(std::int64_t query, std::int64_t window)
{
    return { window > 0 && query >= window ? query - window + 1 : 0, query + 1 };
}

/// row[i] = value outside of the range, up to `width`.
template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC void fillOutside(Stored* row, KeyRange range, std::int64_t width, Arithmetic<Stored> value)
{
    Lanes::over(range.first, [&](int, std::int64_t i) { row[i] = value; });
    Lanes::over(width - range.end, [&](int, std::int64_t i) { row[range.end + i] = value; });
}

template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC Arithmetic<Stored> largestOf(const Stored* values, std::int64_t count)
{
    using Real = Arithmetic<Stored>;
    typename Lanes::template Each<Real> best;
    Lanes::each([&](int lane) { best[lane] = -static_cast<Real>(INFINITY); });
    Lanes::over(count, [&](int lane, std::int64_t i) {
        const Real value = values[i];
        best[lane] = best[lane] < value ? value : best[lane];
    });
    return Lanes::largest(best);
}

/// values[i] = e^(values[i] - offset); returns their sum.
template <class Lanes, class Real> SUBLINEAR_ARITHMETIC Real exponentials(Real* values, std::int64_t count, Real offset)
{
    typename Lanes::template Each<Real> sums;
    Lanes::over(count, [&](int lane, std::int64_t i) {
        const Real power = exponential(values[i] - offset);
        values[i] = power;
        sums[lane] += power;
    });
    return Lanes::sum(sums);
}

template <class Lanes, class Real> SUBLINEAR_ARITHMETIC void scaleBy(Real* values, std::int64_t count, Real factor)
{
    Lanes::over(count, [&](int, std::int64_t i) { values[i] *= factor; });
}

template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC Arithmetic<Stored> dotProduct(const Stored* a, const Stored* b, std::int64_t count)
{
    typename Lanes::template Each<Arithmetic<Stored>> sums;
    Lanes::over(count, [&](int lane, std::int64_t i) { sums[lane] += a[i] * b[i]; });
    return Lanes::sum(sums);
}

/// Scores to probabilities in place; 0 outside of the range, whatever was there. What is stored in
/// two bytes is rounded once, at the end.
template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC void softmaxRow(Stored* row, KeyRange range, std::int64_t width)
{
    using Real = Arithmetic<Stored>;
    Stored* const seen = row + range.first;
    const std::int64_t count = range.end - range.first;
    const Real largest = largestOf<Lanes>(seen, count);
    if constexpr (sizeof(Stored) == sizeof(Real)) {
        const Real sum = exponentials<Lanes>(seen, count, largest);
        scaleBy<Lanes>(seen, count, Real { 1 } / sum);
    } else {
        typename Lanes::template Each<Real> sums;
        Lanes::over(count, [&](int lane, std::int64_t i) { sums[lane] += exponential(seen[i] - largest); });
        const Real factor = Real { 1 } / Lanes::sum(sums);
        Lanes::over(count, [&](int, std::int64_t i) { seen[i] = exponential(seen[i] - largest) * factor; });
    }
    fillOutside<Lanes>(row, range, width, Real { 0 });
}

/// dS = P (dP - <dP, P>), in the place of dP; 0 outside of the range.
template <class Lanes, class Stored>
SUBLINEAR_ARITHMETIC void softmaxBackwardRow(
    Stored* gradient, const Stored* probabilities, KeyRange range, std::int64_t width)
{
    using Real = Arithmetic<Stored>;
    Stored* const seen = gradient + range.first;
    const Stored* const p = probabilities + range.first;
    const std::int64_t count = range.end - range.first;
    const Real dot = dotProduct<Lanes>(seen, p, count);
    Lanes::over(count, [&](int, std::int64_t i) { seen[i] = p[i] * (seen[i] - dot); });
    fillOutside<Lanes>(gradient, range, width, Real { 0 });
}

/// What a row of a softmax over tiles has seen so far.
template <class Real> struct RunningSoftmax {
    Real largest = -static_cast<Real>(INFINITY);
    Real sum = 0;
};

/// Takes in the scores of one more tile, which become e^(score - largest). Returns the factor that
/// what was made of earlier tiles has to be multiplied by.
template <class Lanes, class Real>
SUBLINEAR_ARITHMETIC Real takeTile(RunningSoftmax<Real>& row, Real* scores, KeyRange range, std::int64_t width)
{
    Real factor { 1 };
    const std::int64_t count = range.end - range.first;
    if (count > 0) {
        Real* const seen = scores + range.first;
        const Real tileLargest = largestOf<Lanes>(seen, count);
        const Real largest = row.largest < tileLargest ? tileLargest : row.largest;
        factor = exponential(row.largest - largest); // 0 at the first tile
        row.sum = row.sum * factor + exponentials<Lanes>(seen, count, largest);
        row.largest = largest;
    }
    fillOutside<Lanes>(scores, range, width, Real { 0 });
    return factor;
}

/// Scores of one tile to probabilities, given the logarithm of the whole row's sum.
template <class Lanes, class Real>
SUBLINEAR_ARITHMETIC void probabilitiesOfTile(Real* scores, Real logSum, KeyRange range, std::int64_t width)
{
    Lanes::over(range.end - range.first,
        [&](int, std::int64_t i) { scores[range.first + i] = exponential(scores[range.first + i] - logSum); });
    fillOutside<Lanes>(scores, range, width, Real { 0 });
}

/// dS = scale P (dP - D) in the place of dP, D the row's <dO, O>. P is 0 where nothing is seen.
template <class Lanes, class Real>
SUBLINEAR_ARITHMETIC void gradientOfTile(
    Real* gradient, const Real* probabilities, Real rowSum, Real scale, KeyRange range, std::int64_t width)
{
    Lanes::over(range.end - range.first, [&](int, std::int64_t j) {
        const std::int64_t i = range.first + j;
        gradient[i] = probabilities[i] * (gradient[i] - rowSum) * scale;
    });
    fillOutside<Lanes>(gradient, range, width, Real { 0 });
}

} // namespace sublinear::kernels
