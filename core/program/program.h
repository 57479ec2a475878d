// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/block.h"
#include "core/plan/evaluation.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sublinear {

using TensorId = std::int32_t;
using StorageId = std::int32_t;
using ParameterId = std::int32_t;
inline constexpr TensorId kNoTensor = -1; ///< a result that nobody wants: the kernel need not write it

/// One value: written once, by one operation.
struct ProgramTensor {
    std::string_view name;
    Shape shape;
    ElementType type = ElementType::Bf16;
    Bytes bytes = 0;
    Count stage = 0; ///< 0 embedding, 1..N layers, N+1 head
    StorageId storage = -1;
};

/// Memory for one value at a time; operations in place hand it on.
struct ProgramStorage {
    Bytes bytes = 0;
    MemoryKind kind = MemoryKind::Transient;
    std::int32_t outputOfStep = -1; ///< a layer's output is transient while this step runs, `kind` afterwards
};

struct ProgramParameter {
    std::string_view name;
    Shape shape;
    Count elements = 0;
    Count stage = 0;
    ParameterId owner = -1; ///< whose memory it is: its own, or the token table for a tied head
    StorageId gradient = -1; ///< on demand: allocated by the first operation that adds to it; else -1
};

enum class Pass : std::uint8_t { Forward, Recompute, Backward, Optimizer };
std::string_view toText(Pass pass);

using TensorList = InlineList<TensorId, 10>;

/// One kernel call. Storages are allocated before it and freed after it; all of them are
/// alive while it runs.
struct ProgramOp {
    Kernel kernel = Kernel::Add;
    std::string_view name;
    Pass pass = Pass::Forward;
    std::int32_t step = 0; ///< index into Program::steps
    Count stage = 0;
    TensorList reads;
    TensorList writes; ///< in the block's order; kNoTensor where a result is not wanted
    InlineList<ParameterId, 6> parameters;
    InlineList<ParameterId, 6> gradients;
    std::int8_t inPlace = -1; ///< writes[0] takes over the storage of reads[inPlace]
    std::vector<StorageId> allocates;
    std::vector<StorageId> frees;
    Flops flops = 0;
    Flops forwardFlops = 0;
};

/// A schedule lowered to tensors and kernels: the thing that is simulated and executed.
struct Program {
    Count layers = 0;
    std::vector<Step> steps;
    std::vector<ProgramTensor> tensors;
    std::vector<ProgramStorage> storages;
    std::vector<ProgramParameter> parameters;
    std::vector<ProgramOp> ops;
};

} // namespace sublinear
