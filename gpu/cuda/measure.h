// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/nvml.h"
#include "gpu/cuda/session.h"
#include "gpu/measure/measure_point.h"
#include "gpu/run/run_plan.h"

namespace sublinear {

/// measurePoint on a device. Memory: the bytes that kernels touched in a block filled with a
/// pattern; the high-water mark of a pool that hands out each tensor singly; a block of exactly the
/// prediction, behind which nothing is written, and with one granule less something is. Time: by
/// events around each operation, in a pass of its own. `nvml` (may be null) marks what was disturbed.
/// `options.kernels` are the CPU's and not used.
Result<MeasuredPoint> measureOnCuda(const RunPlan& plan, const CudaSession& session, Nvml* nvml, ThreadPool& pool,
    const MeasureOptions& options, TrainingResults* results = nullptr);

} // namespace sublinear
