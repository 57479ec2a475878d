// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/cpu_backend.h"
#include "gpu/run/stop.h"

#include <functional>

namespace sublinear {

/// Whether one step in a slab `missing` bytes smaller than the plan really runs into the guard page
/// behind it. The step runs in a child process with the refusal switched off, on one thread; the
/// child ends with the caller at the latest. `stopped` is called as soon as a stop is seen, before the
/// child's memory is given back. Error: Cancelled, Timeout, no child to be had, or a child that ended
/// in any other way.
Result<bool> runsShort(
    const RunPlan& plan, const Kernels& kernels, Bytes missing, Stop& stop, const std::function<void()>& stopped = {});

} // namespace sublinear
