// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace sublinear {

/// What an operation computes. One kernel serves several operations: the operation's
/// name and its tensors say which matrix is meant.
enum class Kernel : std::uint8_t {
    Input, ///< the stack's input where there is no embedding
    InputGradient, ///< takes the gradient of that input
    Tokens,
    Embed,
    EmbedBackward,
    Norm,
    NormBackward,
    Matmul,
    MatmulBackward, ///< gradient of the input, of the weight and of the bias
    QkNorm,
    QkNormBackward,
    Rotary,
    RotaryBackward,
    Scores, ///< Q K^T / sqrt(head_dim), masked
    ScoresBackward,
    Softmax,
    SoftmaxBackward,
    Dropout,
    DropoutBackward,
    Values, ///< probabilities times V
    ValuesBackward,
    FlashAttention,
    FlashAttentionBackward,
    Add,
    Activation,
    ActivationBackward,
    GatedActivation,
    GatedActivationBackward,
    Route,
    RouteBackward,
    Dispatch,
    DispatchBackward,
    ExpertMatmul,
    ExpertMatmulBackward,
    Combine,
    CombineBackward,
    SharedGate, ///< the shared experts' result times a sigmoid of the token
    SharedGateBackward,
    AllGather,
    ReduceScatter,
    GatherParameters, ///< ZeRO-3: the layer's whole parameters from the shards
    ReduceGradients, ///< ZeRO-2 and 3: the layer's gradients to the shards
    Upcast,
    Downcast,
    CrossEntropy,
    CrossEntropyBackward,
    ChunkedLoss, ///< logits, loss and their gradient chunk by chunk
    StackLoss, ///< <x_N, R> with a fixed R: loss, and its gradient in the place of x_N
    OptimizerStep,
};
std::string_view toText(Kernel kernel); ///< "matmul"

} // namespace sublinear
