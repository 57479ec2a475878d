// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/policy/policy.h"
#include "core/program/program.h"
#include "core/scenario/resolve.h"

#include <cstddef>

namespace sublinear {

/// The program of a policy as the worker runs it: in fp32, with preallocated gradients, on one device.
/// Refused: what is no such run; a budget below every schedule's peak (field "would_not_fit").
Result<Program> runProgram(const ResolvedScenario& scenario, const PolicySpec& policy);

/// What such a run must say of itself. Bytes are whole granules.
struct RunBytes {
    Bytes predictedPeakBytes = 0; ///< placed, states included
    Bytes staticBytes = 0;
    std::size_t ops = 0;
};
Result<RunBytes> runBytes(const ResolvedScenario& scenario, const PolicySpec& policy);

} // namespace sublinear
