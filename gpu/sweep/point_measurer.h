// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/fault.h"
#include "gpu/measure/measured_point.h"
#include "gpu/shape/shape_cost.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>

namespace sublinear {

/// Asks a run to end; it looks between operations. The first reason stands.
class StopSignal {
public:
    void stop(FaultClass why)
    {
        FaultClass none = FaultClass::Refused;
        m_why.compare_exchange_strong(none, why);
        m_late = m_why == FaultClass::Timeout;
        m_flag = true;
    }
    [[nodiscard]] const std::atomic<bool>& flag() const { return m_flag; }
    [[nodiscard]] const std::atomic<bool>& late() const { return m_late; } ///< for the time; set before flag
    [[nodiscard]] bool asked() const { return m_flag; }
    [[nodiscard]] FaultClass why() const { return m_why; } ///< Cancelled or Timeout

private:
    std::atomic<bool> m_flag = false;
    std::atomic<bool> m_late = false;
    std::atomic<FaultClass> m_why = FaultClass::Refused; // stands for none
};

/// What is known of a point before it runs.
struct PointForecast {
    Bytes predictedPeakBytes = 0; ///< placed, states included
    Bytes staticBytes = 0;
};

/// Is told how far a point is.
struct PointWatch {
    std::function<void(std::string_view phase, double done)> progress; ///< done: 0 to 1 of this point
    std::function<void(double stepNs)> sample; ///< one timed step
    /// Called where a cancel has been seen, before memory is given back; no result follows. May be empty.
    std::function<void()> cancelled {};
    std::optional<PolicySpec> recorded {}; ///< what the point goes by in the record; empty: as it is run
    PassSeconds expected {}; ///< what its passes are thought to take
};

/// Measures points of one shape on one device, one at a time. The seam between a sweep and the
/// engine: tests put a scripted one in its place.
class PointMeasurer {
public:
    PointMeasurer() = default;
    PointMeasurer(const PointMeasurer&) = delete;
    PointMeasurer& operator=(const PointMeasurer&) = delete;
    PointMeasurer(PointMeasurer&&) = delete;
    PointMeasurer& operator=(PointMeasurer&&) = delete;
    virtual ~PointMeasurer() = default;

    virtual Result<PointForecast> forecast(const PolicySpec& policy) = 0;
    /// An error's field names its class (fault.h) where it is one of a run's; else the point was refused.
    virtual Result<MeasuredPoint> measure(
        const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop) = 0;
};

} // namespace sublinear
