// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/local_shape.h"
#include "core/scenario/resolve.h"

#include <cstdint>
#include <optional>

namespace sublinear {

/// AdamW (Loshchilov & Hutter, arXiv 1711.05101) with decoupled weight decay; the defaults are
/// PyTorch's.
struct AdamW {
    double learningRate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weightDecay = 1e-2;
};

/// What kernels must know beyond the shapes of their operands. The same for a whole run.
struct RunFacts {
    LocalShape shape; ///< B, S, D, H, Hkv, head_dim, ...
    Norm norm = Norm::LayerNorm;
    Positions positions = Positions::Learned;
    QkNorm qkNorm = QkNorm::None;
    bool gatedMlp = false; ///< SiLU(gate)*up of a (M, 2F) pair, gate first; else GELU in its tanh form
    bool tiedHead = false; ///< the head's weight is the token table (V, D), read transposed
    std::optional<Count> slidingWindow; ///< tokens that a query sees, itself included; all before it otherwise
    double normEpsilon = 1e-5;
    double rotaryBase = 10000.0;
    double dropoutRate = 0.1; ///< where the recipe drops out at all
    AdamW adamw;
    std::uint64_t seed = 1; ///< of every random number in the run
};

RunFacts runFacts(const ResolvedScenario& scenario, std::uint64_t seed);

} // namespace sublinear
