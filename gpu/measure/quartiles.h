// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace sublinear {

/// Median and quartiles of `n` timings, in nanoseconds.
struct Quartiles {
    double median = 0.0;
    double p25 = 0.0;
    double p75 = 0.0;
    std::int64_t n = 0;
};
Quartiles quartilesOf(std::vector<double> samples); ///< linear between ranks; n = 0 for none

} // namespace sublinear
