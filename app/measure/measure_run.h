// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/fault.h"
#include "core/measurement/measurement.h"
#include "core/measurement/worker_command.h"

#include <QString>

#include <functional>
#include <vector>

namespace sublinear {

struct StreamRow;

/// What came of one run of the worker.
struct MeasureOutcome {
    Measurement measurement; ///< with what was measured before a fault
    std::vector<Fault> faults;
    bool planned = false; ///< the worker said what it would run
    bool stopped = false; ///< by the descriptor; the faults say so too
};

/// Starts the worker, gives it one run and waits for its end, in an event loop of its own: a
/// QCoreApplication must be there. `onRow` sees every row as it comes. The run is cancelled once
/// `stopDescriptor` is readable; -1: there is none.
MeasureOutcome measureRun(const QString& program, const RunCommand& command,
    const std::function<void(const StreamRow&)>& onRow, int stopDescriptor = -1);

} // namespace sublinear
