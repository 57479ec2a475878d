// SPDX-License-Identifier: MIT
#include "gpu/sweep/progress.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sublinear {

SweepProgress::SweepProgress(std::vector<double> seconds, Clock::time_point start)
    : m_seconds(std::move(seconds))
    , m_total(std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0))
    , m_start(start)
{
}

void SweepProgress::at(std::size_t point, double doneOfPoint)
{
    if (m_total <= 0 || point >= m_seconds.size()) {
        return;
    }
    const auto before = m_seconds.begin() + static_cast<std::ptrdiff_t>(point);
    const double seconds =
        std::accumulate(m_seconds.begin(), before, 0.0) + m_seconds[point] * std::clamp(doneOfPoint, 0.0, 1.0);
    m_done = std::max(m_done, seconds / m_total);
}

double SweepProgress::leftNs(Clock::time_point now) const
{
    constexpr double kKnown = 0.02; // of the whole: before that the pace is not known
    constexpr double kNs = 1e9;
    const double elapsed = std::chrono::duration<double>(now - m_start).count();
    if (m_done < kKnown) {
        return std::max(0.0, m_total - elapsed) * kNs;
    }
    return elapsed * (1 - m_done) / m_done * kNs;
}

bool SweepProgress::isDue(Clock::time_point now)
{
    constexpr std::chrono::milliseconds kBetween { 100 };
    if (m_told && now - *m_told < kBetween) {
        return false;
    }
    m_told = now;
    return true;
}

} // namespace sublinear
