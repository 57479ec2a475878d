// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/op_call.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/training_results.h"

#include <string>

namespace sublinear {

/// "layer2.qkv.weight", "wte"
std::string weightName(const RunPlan& plan, ParameterId parameter);

/// A copy's place: shape, type and size are there, the bytes are not yet.
NamedTensor emptyCopy(std::string name, const Operand& operand, const RunPlan& plan);

} // namespace sublinear
