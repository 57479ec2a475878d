// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/session.h"

#include <vector>

namespace sublinear {

/// Times the operations of a step by events between them. What goes wrong is said at the end.
class EventTimer {
public:
    EventTimer(const CudaSession& session, std::size_t ops);
    ~EventTimer();
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;
    EventTimer(EventTimer&&) = delete;
    EventTimer& operator=(EventTimer&&) = delete;

    Status prepare(); ///< makes the events
    Status begin(); ///< of a step
    void before(std::size_t op) { record(2 * op + 1); }
    void after(std::size_t op) { record(2 * op + 2); }
    struct Times {
        std::vector<double> opNs;
        double stepNs = 0.0; ///< zeroing gradients and the end of the step included
    };
    Result<Times> end(); ///< when the step's work is done

private:
    void record(std::size_t event);
    [[nodiscard]] Result<double> between(std::size_t first, std::size_t last) const;

    const CudaSession& m_session;
    std::vector<CudaEvent> m_events; ///< of the step's begin, then two for each operation, then of its end
    CudaCode m_code = CudaCode::Success;
};

} // namespace sublinear
