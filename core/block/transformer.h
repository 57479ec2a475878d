// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/block.h"
#include "core/scenario/resolve.h"

#include <cstdint>
#include <vector>

namespace sublinear {

/// One pre-norm transformer layer, from x to the next layer's x.
///   x -> norm -> attention -> + x -> norm -> MLP or experts -> +
/// parallel blocks feed both branches from x; four norms per layer also norm each
/// branch's result. Two-byte activations of a GPT-2 layer without dropout come to
/// sbh(32 + 2as/h) + 16sb with x, or 32sbh + 4asb + 16sb with fused attention.
Result<Block> makeLayer(const ResolvedScenario& scenario, bool experts);

/// Tokens to x_0; where there is no vocabulary, x_0 is the stack's own input.
Result<Block> makeEmbedding(const ResolvedScenario& scenario);

/// x_N to the loss and back to dx_N: final norm, LM head and loss, or <x_N, R> where there
/// is no head. Its forward and backward operations run without a step in between.
Result<Block> makeHead(const ResolvedScenario& scenario);

/// Tokens per chunk of the chunked loss: bounds its logits whatever the batch.
inline constexpr Count kLossChunkTokens = 512;

/// The whole model as a chain of stages. Layers of one kind share one block.
struct Chain {
    Block embedding;
    std::vector<Block> kinds;
    std::vector<std::uint8_t> layerKinds; ///< index into `kinds`, first layer first
    Block head;
    bool tied = false; ///< the head's weight is the token table: one gradient for both

    [[nodiscard]] Count layers() const { return static_cast<Count>(layerKinds.size()); }
    [[nodiscard]] const Block& layer(Count index) const ///< 1..N
    {
        return kinds[layerKinds[static_cast<std::size_t>(index - 1)]];
    }
};
Result<Chain> makeChain(const ResolvedScenario& scenario);

} // namespace sublinear
