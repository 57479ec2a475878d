// SPDX-License-Identifier: MIT
#include "gpu/cuda/event_timer.h"

namespace sublinear {

EventTimer::EventTimer(const CudaSession& session, std::size_t ops)
    : m_session(session)
    , m_events(2 * ops + 2)
{
}

EventTimer::~EventTimer()
{
    for (const CudaEvent event : m_events) {
        if (event.handle != nullptr) {
            m_session.runtime().destroyEvent(event);
        }
    }
}

Status EventTimer::prepare()
{
    for (CudaEvent& event : m_events) {
        if (Status status = m_session.check(m_session.runtime().createEvent(event), "an event"); !status) {
            return status;
        }
    }
    return success();
}

Status EventTimer::begin()
{
    m_code = CudaCode::Success;
    record(0);
    return m_session.check(m_code, "an event");
}

void EventTimer::record(std::size_t event)
{
    if (m_code == CudaCode::Success) {
        m_code = m_session.runtime().record(m_events[event], m_session.stream());
    }
}

Result<double> EventTimer::between(std::size_t first, std::size_t last) const
{
    constexpr double kNsPerMs = 1e6;
    float milliseconds = 0.0F;
    const CudaCode code = m_session.runtime().elapsed(m_events[first], m_events[last], milliseconds);
    if (Status status = m_session.check(code, "the time between events"); !status) {
        return status.error();
    }
    return kNsPerMs * static_cast<double>(milliseconds);
}

Result<EventTimer::Times> EventTimer::end()
{
    const std::size_t last = m_events.size() - 1;
    record(last);
    if (Status status = m_session.check(m_code, "an event"); !status) {
        return status.error();
    }
    if (Status status = m_session.finish("the end of a step"); !status) {
        return status.error();
    }
    Times times;
    for (std::size_t event = 1; event + 1 < last; event += 2) {
        const Result<double> ns = between(event, event + 1);
        if (!ns) {
            return ns.error();
        }
        times.opNs.push_back(*ns);
    }
    const Result<double> step = between(0, last);
    if (!step) {
        return step.error();
    }
    times.stepNs = *step;
    return times;
}

} // namespace sublinear
