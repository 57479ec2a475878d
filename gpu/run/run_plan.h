// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/transformer.h"
#include "core/measurement/run_program.h"
#include "core/policy/policy.h"
#include "core/program/placement.h"
#include "core/program/state_layout.h"
#include "gpu/run/run_facts.h"

namespace sublinear {

/// Double is for tests: the same program with twice the bytes.
enum class Precision : std::uint8_t { Single, Double };

/// One training step of a scenario under a policy, ready to be run: what to do, and where everything
/// stands. All sizes are granules of 256 bytes.
struct RunPlan {
    ResolvedScenario scenario;
    PolicySpec policy;
    RunFacts facts;
    Precision precision = Precision::Single;
    Program program;
    StateLayout states; ///< what stays: placed first
    Placement placement; ///< what comes and goes: behind it

    [[nodiscard]] Bytes elementBytes() const { return states.elementBytes; } ///< of what is fp32 in the program
    [[nodiscard]] Bytes predictedBytes() const { return states.totalBytes() + placement.placedBytes; }
    [[nodiscard]] Bytes idealBytes() const { return states.totalBytes() + placement.idealBytes; }
};

/// The scenario as it stands with preallocated fp32 gradients on one device, in fp32, or in bf16 with an fp32 copy of
/// the weights. Refused: other element types, sharding, a policy without its number, a budget below every schedule's
/// peak. A budget (optimal) is what may come and go beside the states.
Result<RunPlan> planRun(const ResolvedScenario& scenario, const PolicySpec& policy, std::uint64_t seed,
    Precision precision = Precision::Single);

/// The same for a program that is already there. Refused: one that is not legal.
Result<RunPlan> planRun(const ResolvedScenario& scenario, const PolicySpec& policy, std::uint64_t seed, Program program,
    Precision precision = Precision::Single);

} // namespace sublinear
