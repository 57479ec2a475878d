// SPDX-License-Identifier: MIT
#include "gpu/run/stop.h"

#include "gpu/run/run_error.h"

namespace sublinear {

bool Stop::poll()
{
    if (m_cancel != nullptr && m_cancel->load(std::memory_order_acquire)) {
        m_isLate = m_isLate || (m_late != nullptr && m_late->load());
        m_stopped.store(true, std::memory_order_relaxed);
    } else if (m_deadline && Clock::now() > *m_deadline) {
        m_isLate = true;
        m_stopped.store(true, std::memory_order_relaxed);
    }
    return m_stopped.load(std::memory_order_relaxed);
}

Error Stop::error() const
{
    return m_isLate ? runError(FaultClass::Timeout, "run: the time allowed is over")
                    : runError(FaultClass::Cancelled, "run: cancelled");
}

} // namespace sublinear
