// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"
#include "core/measurement/overlay.h"
#include "core/plan/step_detail.h"

namespace sublinear {

/// What was measured while an operation ran, and where it stands on a step's picture.
struct LiveMark {
    Count op = 0; ///< of the picture
    Bytes bytes = 0; ///< where it stands
    Bytes measuredBytes = 0; ///< on the shape that ran
    Bytes predictedBytes = 0; ///< of the same operation there, whose optimizer works in place
    bool operator==(const LiveMark&) const = default;
};

struct LiveMarks {
    std::vector<LiveMark>
        marks; ///< by rising operation; empty where the point is not of the picture's policy or layers
    bool carried = false; ///< another shape ran: each stands at (measured / predicted) of the picture's own bytes
};

/// A point's live bytes over a scenario's step. Operations are joined by index where the same program ran, else by
/// name in their order, so that a stack that ran alone finds its place between embedding and head. None where the
/// layers are not the same ones. `part` as in overlayPoints().
LiveMarks liveMarks(const PointRecord& point, const RunRecord& run, const StepDetail& shown,
    const ResolvedScenario& scenario, PeakPart part);

} // namespace sublinear
