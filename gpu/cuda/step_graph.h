// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/backend.h"

#include <cstdint>

namespace sublinear {

/// All work of one training step as a CUDA graph, put on the stream again by one call: what a step takes without the
/// gaps between launches. Replayed, it is the same step again: the factors of AdamW and what dropout draws stay those
/// of the step that was captured. Memory must stay where it is, as in a slab.
class StepGraph {
public:
    /// Nothing of the step runs. Errors: of the device; after one the memory is free and the stream as before.
    static Result<StepGraph> capture(
        const RunPlan& plan, CudaBackend& backend, Memory& memory, const CudaSession& session, std::int64_t step);
    StepGraph(StepGraph&& other) noexcept;
    StepGraph& operator=(StepGraph&& other) noexcept;
    StepGraph(const StepGraph&) = delete;
    StepGraph& operator=(const StepGraph&) = delete;
    ~StepGraph();

    /// Puts it on the stream; may still be running when this returns.
    [[nodiscard]] Status replay() const;

private:
    StepGraph(const CudaSession& session, CudaGraph graph)
        : m_session(&session)
        , m_graph(graph)
    {
    }

    const CudaSession* m_session;
    CudaGraph m_graph;
};

} // namespace sublinear
