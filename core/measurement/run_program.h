// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/policy/policy.h"
#include "core/program/program.h"
#include "core/program/state_layout.h"
#include "core/scenario/resolve.h"

#include <cstddef>

namespace sublinear {

/// The program of a policy as the worker runs it: in fp32 or bf16, with preallocated gradients, on one device.
/// Refused: what is no such run; a budget below every schedule's peak (field "would_not_fit").
Result<Program> runProgram(const ResolvedScenario& scenario, const PolicySpec& policy);

/// What stays beside it: all of it in fp32, and in bf16 the weights that kernels read.
StateLayout runStates(const ResolvedScenario& scenario, const Program& program);

/// What such a run must say of itself. Bytes are whole granules.
struct RunBytes {
    Bytes predictedPeakBytes = 0; ///< placed, states included
    Bytes staticBytes = 0;
    std::size_t ops = 0;
};
Result<RunBytes> runBytes(const ResolvedScenario& scenario, const PolicySpec& policy);

} // namespace sublinear
