// SPDX-License-Identifier: MIT
#include "core/training/layer_tensors.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

struct TensorText {
    std::string_view id; ///< as the block has it
    std::string_view name;
    std::string_view formula; ///< on one device without tensor parallelism
};

// M = B*S tokens, Dh = head_dim.
constexpr std::array kTexts {
    TensorText { "ln1", "First norm's result", "M*D*dtype" },
    TensorText { "ln1_stats", "First norm's statistics", "M*4 per number (mean, 1/std)" },
    TensorText { "ln2", "Second norm's result", "M*D*dtype" },
    TensorText { "ln2_stats", "Second norm's statistics", "M*4 per number (mean, 1/std)" },
    TensorText { "qkv", "Query, key, value", "M*(H+2*Hkv)*Dh*dtype" },
    TensorText { "qk", "Normed query and key", "M*(H+Hkv)*Dh*dtype" },
    TensorText { "qk_normed", "Normed query and key", "M*(H+Hkv)*Dh*dtype" },
    TensorText { "qk_stats", "Query and key norms' statistics", "4 per norm and token" },
    TensorText { "att", "Attention probabilities", "B*H*S*S*dtype" },
    TensorText { "att_dropped", "Probabilities behind dropout", "B*H*S*S*dtype" },
    TensorText { "att_mask", "Attention dropout mask", "B*H*S*S" },
    TensorText { "lse", "Log-sum-exp of the scores", "B*H*S*4" },
    TensorText { "atty", "Attention result", "M*H*Dh*dtype" },
    TensorText { "attproj", "Attention branch before its norm", "M*D*dtype" },
    TensorText { "attproj_shard", "Attention branch before its norm", "M*D*dtype" },
    TensorText { "attproj_stats", "Attention branch norm's statistics", "M*4 per number (mean, 1/std)" },
    TensorText { "res_mask1", "Residual dropout mask", "M*D" },
    TensorText { "res_mask2", "Residual dropout mask", "M*D" },
    TensorText { "res2", "Residual before the MLP", "M*D*dtype" },
    TensorText { "fch", "Up-projection", "M*F*dtype" },
    TensorText { "gelu", "Activation function's result", "M*F*dtype" },
    TensorText { "gate_up", "Gate and up-projection", "M*2*F*dtype" },
    TensorText { "gated", "Gated product", "M*F*dtype" },
    TensorText { "mlp_out", "MLP branch before its norm", "M*D*dtype" },
    TensorText { "mlp_shard", "MLP branch before its norm", "M*D*dtype" },
    TensorText { "mlp_stats", "MLP branch norm's statistics", "M*4 per number (mean, 1/std)" },
    TensorText { "moe_out", "Experts' branch before its norm", "M*D*dtype" },
    TensorText { "mixed_out", "Experts' branch before its norm", "M*D*dtype" },
    TensorText { "router_probs", "Router probabilities", "M*E*4" },
    TensorText { "route_index", "Chosen experts", "M*k*4" },
    TensorText { "route_weight", "Weights of the chosen experts", "M*k*4" },
    TensorText { "expert_rows", "Tokens sent to experts", "M*k*D*dtype" },
    TensorText { "expert_up", "Experts' up-projection", "M*k*Fe*dtype, twice if gated" },
    TensorText { "expert_act", "Experts' activation function's result", "M*k*Fe*dtype" },
    TensorText { "expert_out", "Experts' results", "M*k*D*dtype" },
    TensorText { "shared_up", "Shared experts' up-projection", "M*Fs*dtype, twice if gated" },
    TensorText { "shared_act", "Shared experts' activation function's result", "M*Fs*dtype" },
    TensorText { "shared_out", "Shared experts' result", "M*D*dtype" },
    TensorText { "shared_gate", "Gate of the shared experts", "M*4" },
};

LayerComponent componentOf(const TensorSpec& tensor)
{
    const auto* const text = std::find_if(
        kTexts.begin(), kTexts.end(), [&tensor](const TensorText& each) { return each.id == tensor.name; });
    const bool known = text != kTexts.end();
    return { tensor.name, known ? text->name : tensor.name, known ? text->formula : "", tensor.bytes, Basis::Formula };
}

} // namespace

LayerTensors layerTensors(const Block& layer)
{
    LayerTensors tensors;
    const SlotSet saved = savedSet(layer);
    for (std::size_t i = 0; i < layer.forwardTensors; ++i) {
        if (((saved >> i) & 1U) != 0) {
            tensors.components.push_back(componentOf(layer.tensors[i]));
        }
    }
    tensors.totalBytes = savedBytes(layer);
    tensors.boundaryBytes = boundaryBytes(layer);
    return tensors;
}

} // namespace sublinear
