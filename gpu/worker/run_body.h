// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/session.h"

namespace sublinear {

/// What `hello` says of the CPU and of this build.
DeviceRecord cpuDevice();
Versions workerVersions();
/// The same of the device that `--device` names; of the CPU where it names none that is there.
DeviceRecord deviceFor(std::string_view device);

/// Chooses the shape for what is free now and for the time given, and measures with the
/// engine on the CPU, or on the CUDA device that is asked for. Errors: what is asked for and cannot be run, a device
/// that is not there.
RunOutcome runOnEngine(const RunRequest& request, LineWriter& writer, const StopSignal& stop);

/// Seconds that the points of a run may be expected to take together.
double secondsToPlanFor(const RunOptions& options);

RunPart partOf(const RunOptions& options);

} // namespace sublinear
