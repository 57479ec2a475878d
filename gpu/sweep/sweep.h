// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/worker_stream.h"
#include "gpu/protocol/line_writer.h"
#include "gpu/shape/choose_shape.h"
#include "gpu/sweep/point_measurer.h"

#include <string>
#include <vector>

namespace sublinear {

/// A run that is ready to go.
struct SweepJob {
    std::string id;
    ShapeChoice shape;
    RunRecord record; ///< what the plan's line and the document say
    std::string deviceKind; ///< "cpu", "cuda"
    bool planOnly = false;
};

struct SweepOutcome {
    std::vector<PointRecord> points;
    std::vector<Fault> faults; ///< of points that failed, and of the run where it ended early
    std::size_t disproved = 0; ///< faults that are of points above: measured, and found to be wrong
};

/// Writes the plan, measures point by point, and writes progress, samples, results and errors as
/// they come. A point that fails does not end the sweep; being asked to stop does.
SweepOutcome runSweep(const SweepJob& job, PointMeasurer& measurer, LineWriter& writer, const StopSignal& stop);

} // namespace sublinear
