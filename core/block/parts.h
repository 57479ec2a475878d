// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/local_shape.h"
#include "core/block/tape.h"

namespace sublinear {

/// The pieces that layers are built of. Each emits its forward operations, leaves its
/// backward pass on the tape and returns the tensor that it makes.
/// M = B*S rows (divided under sequence parallelism where said), D = d_model.
struct PartContext {
    Tape& tape;
    const ResolvedScenario& scenario;
    LocalShape shape;
};

struct MatmulNames {
    std::string_view op; ///< "qkv"
    std::string_view weight; ///< "qkv.weight"
    std::string_view bias; ///< empty: none
    std::string_view output; ///< name of the result
    std::string_view inputGradient;
    Count biasRows = 1; ///< biases that are added up
};

/// y = x W + b with x (M, in), W (in, out): 2*M*in*out FLOPs forward, twice that backward.
Slot addMatmul(PartContext& context, Slot x, Count inWidth, Count outWidth, const MatmulNames& names,
    TensorGroups group = kNoGroup);

struct NormNames {
    std::string_view op; ///< "norm1"
    std::string_view weight;
    std::string_view bias;
    std::string_view output; ///< "ln1"
    std::string_view statistics; ///< "ln1_stats"
    std::string_view outputGradient; ///< name of the gradient that leaves the norm
};
/// LayerNorm, RMSNorm or LayerNorm without weights over D. Kept for backward: the input and
/// fp32 statistics, (M,2) mean and 1/std, or (M,1) for RMSNorm.
Slot addNorm(PartContext& context, Slot x, const NormNames& names, TensorGroups group = kNormsGroup);

/// The weights of a norm over the width; also where nothing runs it.
ParameterList addNormParameters(PartContext& context, const NormNames& names);

/// Sequence parallelism: all rows before a product (rebuilt in backward, never kept) ...
Slot addGather(PartContext& context, Slot shard, std::string_view name, std::string_view gradient);
/// ... and the sum of the partial results, divided again. Both are nothing without it.
Slot addScatter(PartContext& context, Slot partial, std::string_view name, std::string_view gradient);

/// y = x + branch, in the place of the branch; with dropout on the branch a mask of one
/// byte per element is kept.
Slot addResidual(PartContext& context, Slot x, Slot branch, std::string_view output, std::string_view mask,
    std::string_view branchGradient);

/// Attention with its two projections, from the normed input to the branch's result.
Slot addAttention(PartContext& context, Slot normed);
/// The plain or gated MLP of width F.
Slot addMlp(PartContext& context, Slot normed);
/// A mixture of experts: router, top-k, grouped products, shared experts.
Slot addExperts(PartContext& context, Slot normed);

/// activation(x): GELU or the like; gated: act(gate)*up of a (M, 2F) pair.
Slot addActivation(
    PartContext& context, Slot up, Count rows, Count width, std::string_view output, std::string_view upGradient);

} // namespace sublinear
