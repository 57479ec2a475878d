// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"

#include <array>

namespace sublinear {

using BytesByKind = std::array<Bytes, kMemoryKinds>;

/// A program run on paper. Bytes are those of the program alone: what stays through the
/// whole step (parameters, optimizer state, preallocated gradients) is not in it.
struct Simulation {
    std::vector<Bytes> live; ///< by operation: while it runs
    Bytes peakBytes = 0;
    std::size_t peakOp = 0; ///< the first at the peak
    BytesByKind peakByKind = {};
    Flops forwardFlops = 0;
    Flops recomputeFlops = 0;
    Flops backwardFlops = 0;
};
Simulation simulate(const Program& program);

/// Bytes alive while each operation runs, by kind.
std::vector<BytesByKind> liveByKind(const Program& program);

/// What one step does to the total, beginning from what lives before it.
struct StepBytes {
    Bytes before = 0;
    Bytes peak = 0; ///< highest while it runs
    Bytes after = 0;
};
std::vector<StepBytes> stepBytes(const Program& program);

} // namespace sublinear
