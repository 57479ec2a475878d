// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <string>

namespace sublinear {

/// Whether the parts of a measurement go together, each of which is sound by itself: what `check` asks
/// beyond what a reader needs. The message names the field, its value and what is accepted.

/// Every field in which `run` differs from `requested` is declared by a substitution; what follows
/// from others, and is given in neither, goes with them.
Status checkRunAgrees(const RunRecord& run);

/// The point's number is one that the run's layers allow, and its measured peak is what the meter of
/// the device's kind has found. `path` is where the point stands. Points from elsewhere (origin) may
/// be of another run, and are not looked at.
Status checkPointAgrees(
    const PointRecord& point, const RunRecord& run, const std::optional<DeviceRecord>& device, const std::string& path);

/// The same of a whole document, which says what was run if any of its points is of its own.
Status checkAgrees(const Measurement& measurement);

} // namespace sublinear
