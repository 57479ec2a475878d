// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace sublinear::testing {

/// Central differences of loss(x) at every element of x.
template <class Loss> std::vector<double> centralDifferences(std::vector<double> x, const Loss& loss)
{
    std::vector<double> slopes(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = x[i];
        const double step = 1e-5 * std::max(1.0, std::abs(at));
        x[i] = at + step;
        const double above = loss(x);
        x[i] = at - step;
        const double below = loss(x);
        x[i] = at;
        slopes[i] = (above - below) / (2 * step);
    }
    return slopes;
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

/// Element by element; what a gradient was before taken off it again, or added to one.
inline std::vector<double> difference(std::vector<double> a, const std::vector<double>& b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] -= b[i];
    }
    return a;
}

template <class Real> std::vector<double> widened(const std::vector<Real>& values)
{
    return { values.begin(), values.end() };
}

template <class Real> std::vector<Real> narrowed(const std::vector<double>& values)
{
    std::vector<Real> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        result[i] = static_cast<Real>(values[i]);
    }
    return result;
}

} // namespace sublinear::testing
