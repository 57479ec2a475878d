// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <string>
#include <vector>

namespace sublinear {

/// Whether the parts of a measurement go together, each of which is sound by itself: what `check` asks
/// beyond what a reader needs. The message names the field, its value and what is accepted.

/// Every field in which `run` differs from `requested` is declared by a substitution; what follows
/// from others, and is given in neither, goes with them. Threads and date are such as there are.
Status checkRunAgrees(const RunRecord& run);

/// The measurement says what was asked for, what was run and on what; the point has what the worker
/// writes, its number is one that the run's layers allow, no part of its bytes is over the whole, its
/// measured peak is what the meter of the device's kind has found, and, where this version measured it,
/// its prediction is what the run's program comes to. `path` is where the point stands. Points from
/// elsewhere (origin) may be of another run, and are not looked at.
Status checkPointAgrees(const PointRecord& point, const Measurement& measurement, const std::string& path);

/// The last of `points` has no policy that one before it has; those with an origin do not count.
Status checkOnce(const std::vector<PointRecord>& points, const std::string& path);

/// Whether predictions can be computed again: another version may place otherwise.
bool isOfThisVersion(const Versions& versions);

/// The same of a whole document.
Status checkAgrees(const Measurement& measurement);

} // namespace sublinear
