// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/config.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string_view>

namespace sublinear::hf {

/// What a family fixes whatever the config says, and what it takes where the config is
/// silent. The defaults are those of the transformers library. This one is Llama's block.
struct Block {
    Norm norm = Norm::RmsNorm;
    Positions positions = Positions::Rotary;
    bool gated = true;
    bool tied = false;
    bool biasQkv = false;
    bool biasOut = false;
    bool biasMlp = false;
    bool biasHead = false;
    Count norms = 2;
    bool embedNorm = false;
    QkNorm qkNorm = QkNorm::None;
    bool parallel = false;
};

/// Sizes that a config may leave out; 0 = it may not, but for kvHeads (as many as heads),
/// headDim (D/H) and ffn (4*D in families with `ffnIsFourfold`).
struct Usual {
    Count layers = 0;
    Count dModel = 0;
    Count dFfn = 0;
    Count heads = 0;
    Count kvHeads = 0;
    Count headDim = 0;
    Count vocab = 0;
    Count positions = 0;
    bool ffnIsFourfold = false;
};

/// A family's own keys, read after the common ones.
using Refine = void (*)(Config&, Scenario::Model&);

struct Family {
    std::string_view type; ///< model_type
    Block block = {};
    Usual usual = {};
    Refine refine = nullptr;
};

std::span<const Family> families();
/// By model_type, or by what `architectures` makes of it: "GPTNeoX" finds gpt_neox.
const Family* findFamily(std::string_view type);

/// Lower case without separators: "GPT-NeoX", "gpt_neox" and "GPTNeoX" become the same.
std::string plainType(std::string_view type);

} // namespace sublinear::hf
