// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/kernels/dropout.h"
#include "gpu/run/op_call.h"

#include <algorithm>
#include <cstdint>

namespace sublinear {

/// Who draws the numbers of an operation: anew each training step, the same in a recomputation.
inline kernels::RandomStream drawnBy(const OpCall& call)
{
    return kernels::randomStream(call.facts->seed, call.trainingStep, call.op->stage, call.op->name);
}

/// visit(element, kept) for elements begin..end-1, begin a multiple of four.
template <class Real, class Visit>
void forDrawn(const kernels::RandomStream& stream, const kernels::Dropper<Real>& dropper, std::int64_t begin,
    std::int64_t end, const Visit& visit)
{
    constexpr std::int64_t kGroup = 4;
    for (std::int64_t element = begin; element < end; element += kGroup) {
        const kernels::RandomBlock block = stream.words(element / kGroup);
        const std::int64_t count = std::min(kGroup, end - element);
        for (std::int64_t i = 0; i < count; ++i) {
            visit(element + i, dropper.keeps(block.words[i]));
        }
    }
}

} // namespace sublinear
