// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulate/layer_model.h"

#include <algorithm>

namespace sublinear {

/// How the runs of a schedule look up their steps in a layer model.
inline Form formOf(const Run& run)
{
    switch (run.act) {
    case Act::Forward:
        return run.keeps ? Form::ForwardKeep : run.inputStays ? Form::ForwardDrop : Form::ForwardPass;
    case Act::Recompute:
        if (run.keeps) {
            return run.output ? Form::RecomputeThrough : Form::RecomputeLast;
        }
        return run.inputStays ? Form::Advance : Form::AdvancePass;
    case Act::Backward:
    case Act::Embed:
    case Act::Head:
    case Act::EmbedBackward:
    case Act::OptimizerStep:
        break;
    }
    return run.recomputes ? Form::Alone : Form::Backward;
}

inline bool isLayerAct(Act act)
{
    return act == Act::Forward || act == Act::Recompute || act == Act::Backward;
}

inline const StepProfile& endProfile(const LayerModel& model, Act act)
{
    switch (act) {
    case Act::Embed:
        return model.embed;
    case Act::Head:
        return model.head;
    case Act::EmbedBackward:
        return model.embedBackward;
    case Act::OptimizerStep:
    case Act::Forward:
    case Act::Recompute:
    case Act::Backward:
        break;
    }
    return model.optimizer;
}

inline const StepTable::Entry& endEntry(const StepTable& table, Act act)
{
    switch (act) {
    case Act::Embed:
        return table.embed;
    case Act::Head:
        return table.head;
    case Act::EmbedBackward:
        return table.embedBackward;
    case Act::OptimizerStep:
    case Act::Forward:
    case Act::Recompute:
    case Act::Backward:
        break;
    }
    return table.optimizer;
}

// Calls visit(first layer, how many, kind, steps before) for each stretch of equal layers.
template <class Visit> void eachStretch(const LayerModel& model, const Run& run, Visit visit)
{
    const bool down = run.act == Act::Backward;
    Count done = 0;
    while (done < run.count) {
        const Count layer = run.first + (down ? -done : done);
        const auto index = static_cast<std::size_t>(layer - 1);
        const Count same = std::min(run.count - done, down ? model.sameDown[index] : model.sameUp[index]);
        visit(same, model.layerKinds[index], done);
        done += same;
    }
}

} // namespace sublinear
