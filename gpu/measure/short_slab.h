// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/cpu_backend.h"
#include "gpu/run/stop.h"

namespace sublinear {

/// Whether one step in a slab `missing` bytes smaller than the plan really runs into the guard page
/// behind it. The step runs in a child process with the refusal switched off, on one thread; the
/// child ends with the caller at the latest. Error: Cancelled, Timeout, no child to be had, or a
/// child that ended in any other way.
Result<bool> runsShort(const RunPlan& plan, const Kernels& kernels, Bytes missing, Stop& stop);

} // namespace sublinear
