// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"
#include "gpu/measure/measured_point.h"

namespace sublinear {

/// A measured point as measurement files have it. The measured peak is that of the meter of the
/// device's kind: touched bytes on the CPU, the pool's high-water mark on CUDA.
PointRecord pointRecord(const MeasuredPoint& point, std::string_view deviceKind);

} // namespace sublinear
