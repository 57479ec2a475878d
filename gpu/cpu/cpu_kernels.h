// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/run/op_call.h"

#include <string_view>

namespace sublinear {

/// Whether the CPU has a kernel for every operation of the program and every type in it. Refused
/// by name: experts, sharding over devices, element types other than fp32 and its companions.
Status canRunOnCpu(const Program& program);

/// Whether a device that has the CPU's kernels, named in the refusal, has one for every operation;
/// `casts`: it has those between types, too.
Status haveKernels(const Program& program, std::string_view device, bool casts);

/// Runs one operation on the CPU. Refused: an operation without a kernel.
template <class Real> Status runOnCpu(const OpCall& call, ThreadPool& pool);

} // namespace sublinear
