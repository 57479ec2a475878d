// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <chrono>
#include <optional>

namespace sublinear {

/// When a run must end early: someone cancels, or time is up. Looked at between operations.
class Stop {
public:
    using Clock = std::chrono::steady_clock;
    Stop() = default;
    /// `late`: whoever cancels sets it first where it is for the time.
    Stop(const std::atomic<bool>* cancel, std::optional<Clock::time_point> deadline,
        const std::atomic<bool>* late = nullptr)
        : m_cancel(cancel)
        , m_late(late)
        , m_deadline(deadline)
    {
    }

    /// Looks, and remembers.
    bool poll();
    [[nodiscard]] const std::atomic<bool>& flag() const { return m_stopped; }
    [[nodiscard]] Error error() const; ///< Cancelled or Timeout
    [[nodiscard]] std::optional<Clock::time_point> deadline() const { return m_deadline; }

private:
    const std::atomic<bool>* m_cancel = nullptr;
    const std::atomic<bool>* m_late = nullptr;
    std::optional<Clock::time_point> m_deadline;
    std::atomic<bool> m_stopped = false;
    bool m_isLate = false;
};

} // namespace sublinear
