// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/session.h"

namespace sublinear {

/// What `hello` says of the CPU and of this build.
DeviceRecord cpuDevice();
Versions workerVersions();

/// Chooses the shape for what is free now and for the time given, and measures on the CPU with
/// the engine. Errors: what is asked for and cannot be run, a device that is not there.
RunOutcome runOnEngine(const RunRequest& request, LineWriter& writer, const StopSignal& stop);

/// Seconds that the points of a run may be expected to take together.
double secondsToPlanFor(const RunOptions& options);

/// "2025-01-31T12:00:00Z"
std::string utcNow();

} // namespace sublinear
