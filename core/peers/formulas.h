// SPDX-License-Identifier: MIT
#pragma once

#include "core/peers/peers.h"

#include <span>

namespace sublinear {

/// What a scenario is to these formulas. Doubles: they know no bytes, and some take parts of them.
struct PeerShape {
    double s = 0; ///< tokens per sequence
    double b = 0; ///< sequences
    double h = 0; ///< width
    double a = 0; ///< heads
    double layers = 0;
    double ffn = 0; ///< inner width of the MLP
    double vocab = 0; ///< 0: no head
    double parameters = 0;
    double data = 1; ///< devices that take batches of their own
    double tensor = 1;
    double element = 2; ///< bytes of a number
    bool gated = false;
    bool fused = false;
    bool sequenceParallel = false;
    bool sharded = false; ///< optimizer states over the data parallel devices

    [[nodiscard]] double tokens() const { return s * b; }
    [[nodiscard]] double stream() const { return s * b * h; } ///< elements of one residual stream
    [[nodiscard]] double matrices() const { return a * s * s * b; } ///< elements of one layer's S by S matrices
};

/// How a formula is asked: what stays of each layer.
enum class PeerMode { Stored, Selective, EveryLayer };

struct PeerRule {
    Peer peer;
    /// In bytes; empty where the formula has no such case. Null: it counts none.
    std::optional<double> (*activations)(const PeerShape& shape, PeerMode mode) = nullptr;
    std::optional<double> (*states)(const PeerShape& shape) = nullptr; ///< null: it counts none
    bool anyElement = false; ///< else numbers of 16 bits only
    bool anyTensor = false; ///< it divides by tensor parallelism
};

std::span<const PeerRule> peerRules();

/// torch_revolve's law: segments of k layers, peak ceil(N/k) inputs and k layers.
double revolveSegments(const PeerShape& shape, double k);

} // namespace sublinear
