// SPDX-License-Identifier: MIT
#include "gpu/cuda/step_graph.h"

#include "gpu/run/interpret.h"

#include <atomic>
#include <utility>

namespace sublinear {

Result<StepGraph> StepGraph::capture(
    const RunPlan& plan, CudaBackend& backend, Memory& memory, const CudaSession& session, std::int64_t step)
{
    CudaRuntime& runtime = session.runtime();
    if (Status begun = session.check(runtime.beginCapture(session.stream()), "capturing a step"); !begun) {
        return begun.error();
    }
    NoObserver observer;
    const std::atomic<bool> never = false;
    Status status = backend.beginStep(step);
    if (status) {
        const Result<RunEnd> end = interpret(plan.program, backend, observer, never);
        status = end ? success() : Status(end.error());
    }
    CudaGraph graph; // the stream leaves its capture whatever happened
    const Status ended = session.check(runtime.endCapture(session.stream(), graph), "capturing a step");
    StepGraph made(session, graph);
    if (!status || !ended) {
        memory.reset();
        return !status ? status.error() : ended.error();
    }
    return made;
}

StepGraph::StepGraph(StepGraph&& other) noexcept
    : m_session(other.m_session)
    , m_graph(std::exchange(other.m_graph, {}))
{
}

StepGraph& StepGraph::operator=(StepGraph&& other) noexcept
{
    std::swap(m_session, other.m_session);
    std::swap(m_graph, other.m_graph);
    return *this;
}

StepGraph::~StepGraph()
{
    if (m_graph.handle != nullptr) {
        m_session->runtime().destroyGraph(m_graph);
    }
}

Status StepGraph::replay() const
{
    return m_session->check(m_session->runtime().runGraph(m_graph, m_session->stream()), "a captured step");
}

} // namespace sublinear
