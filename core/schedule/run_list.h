// SPDX-License-Identifier: MIT
#pragma once

#include "core/schedule/schedule.h"

namespace sublinear {

/// Writes a schedule run by run. [first, first+count) are layers; empty runs are left out.
class RunList {
public:
    RunList(std::vector<Run>& runs, TensorGroups dropped)
        : m_runs(runs)
        , m_dropped(dropped)
    {
    }

    void setDropped(TensorGroups dropped) { m_dropped = dropped; }

    void begin() { add({ Act::Embed, true, true, true, kNoGroup, 0, 1 }); }
    void turn() { add({ Act::Head, false, true, false, kNoGroup, 0, 1 }); }
    void end()
    {
        add({ Act::EmbedBackward, false, true, false, kNoGroup, 0, 1 });
        add({ Act::OptimizerStep, false, true, false, kNoGroup, 0, 1 });
    }

    /// Forward that keeps the saved set and the input.
    void keep(Count first, Count count) { add({ Act::Forward, true, true, true, m_dropped, first, count }); }
    /// Forward that keeps the first layer's input alone.
    void advance(Count first, Count count) { carry(Act::Forward, first, count); }
    /// The same again, in the backward pass.
    void advanceAgain(Count first, Count count) { carry(Act::Recompute, first, count); }
    /// Forward or recomputation that keeps each layer's input.
    void keepInputs(Count first, Count count) { add({ Act::Forward, false, true, true, m_dropped, first, count }); }
    void keepInputsAgain(Count first, Count count)
    {
        add({ Act::Recompute, false, true, true, m_dropped, first, count });
    }
    /// Recomputation of the saved sets of all layers; the last one's output is not wanted.
    void recompute(Count first, Count count)
    {
        recomputeThrough(first, count - 1);
        add({ Act::Recompute, true, false, true, m_dropped, first + count - 1, count > 0 ? 1 : 0 });
    }
    /// The same where the last one's output is wanted too.
    void recomputeThrough(Count first, Count count)
    {
        add({ Act::Recompute, true, true, true, m_dropped, first, count });
    }
    /// Backward from first+count-1 down to first.
    void backward(Count first, Count count)
    {
        add({ Act::Backward, false, false, false, m_dropped, first + count - 1, count });
    }
    /// Each layer from its own input: recomputed and taken backward, last one first.
    void oneByOne(Count first, Count count)
    {
        add({ Act::Backward, false, false, true, m_dropped, first + count - 1, count, true });
    }

private:
    void carry(Act act, Count first, Count count)
    {
        add({ act, false, true, true, m_dropped, first, count > 0 ? 1 : 0 });
        add({ act, false, true, false, m_dropped, first + 1, count - 1 });
    }
    void add(const Run& run) // inline: sweeps write millions
    {
        if (run.count > 0) {
            m_runs.push_back(run);
        }
    }

    std::vector<Run>& m_runs;
    TensorGroups m_dropped;
};

} // namespace sublinear
