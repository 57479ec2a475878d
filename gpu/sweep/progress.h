// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace sublinear {

/// How far a sweep is, and how long it will still take: what was done so far took its time, and
/// the rest goes at the same pace. Before anything is known the forecast stands.
class SweepProgress {
public:
    using Clock = std::chrono::steady_clock;

    /// `seconds` that each point is expected to take.
    SweepProgress(std::vector<double> seconds, Clock::time_point start);

    void at(std::size_t point, double doneOfPoint); ///< never goes back
    [[nodiscard]] double done() const { return m_done; } ///< 0 to 1
    [[nodiscard]] double leftNs(Clock::time_point now) const;

    /// Whether a line about it is due: at most ten a second, so that a slow reader is not flooded.
    bool isDue(Clock::time_point now);

private:
    std::vector<double> m_seconds;
    double m_total = 0;
    double m_done = 0;
    Clock::time_point m_start;
    std::optional<Clock::time_point> m_told;
};

} // namespace sublinear
