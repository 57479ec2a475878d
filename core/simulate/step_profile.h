// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/wide.h"
#include "core/simulate/simulate.h"

#include <array>
#include <string_view>
#include <vector>

namespace sublinear {

/// Bytes that grow with the batch in a straight line: fixed + perSequence * B.
struct Affine {
    Bytes fixed = 0;
    Bytes perSequence = 0;

    [[nodiscard]] Wide at(Count batch) const { return Wide { fixed } + Wide { perSequence } * batch; }
};

/// What a step does to the bytes alive, relative to what lives before it. Taken once from
/// the program of a few layers of one kind; the same wherever the step stands.
struct StepProfile {
    struct Moment {
        Affine total;
        std::array<Affine, kMemoryKinds> kinds;
        std::string_view op;
    };
    std::vector<Moment> moments; ///< while an operation runs: those that are the highest at some batch
    Moment after; ///< once they all have run
    Flops forwardFlops = 0; ///< per sequence, by pass
    Flops recomputeFlops = 0;
    Flops backwardFlops = 0;
};

/// One step behind the other.
StepProfile joined(const StepProfile& first, const StepProfile& second);

/// The profile of each step of a program; `one` and `two` are the same schedule at batch 1 and 2.
std::vector<StepProfile> stepProfiles(const Program& one, const Program& two);

} // namespace sublinear
