// SPDX-License-Identifier: MIT
#include "core/block/kernel.h"

namespace sublinear {

std::string_view toText(Kernel kernel)
{
    switch (kernel) {
    case Kernel::Input:
        return "input";
    case Kernel::InputGradient:
        return "input_gradient";
    case Kernel::Tokens:
        return "tokens";
    case Kernel::Embed:
        return "embed";
    case Kernel::EmbedBackward:
        return "embed_backward";
    case Kernel::Norm:
        return "norm";
    case Kernel::NormBackward:
        return "norm_backward";
    case Kernel::Matmul:
        return "matmul";
    case Kernel::MatmulBackward:
        return "matmul_backward";
    case Kernel::QkNorm:
        return "qk_norm";
    case Kernel::QkNormBackward:
        return "qk_norm_backward";
    case Kernel::Rotary:
        return "rotary";
    case Kernel::RotaryBackward:
        return "rotary_backward";
    case Kernel::Scores:
        return "scores";
    case Kernel::ScoresBackward:
        return "scores_backward";
    case Kernel::Softmax:
        return "softmax";
    case Kernel::SoftmaxBackward:
        return "softmax_backward";
    case Kernel::Dropout:
        return "dropout";
    case Kernel::DropoutBackward:
        return "dropout_backward";
    case Kernel::Values:
        return "values";
    case Kernel::ValuesBackward:
        return "values_backward";
    case Kernel::FlashAttention:
        return "flash_attention";
    case Kernel::FlashAttentionBackward:
        return "flash_attention_backward";
    case Kernel::Add:
        return "add";
    case Kernel::Activation:
        return "activation";
    case Kernel::ActivationBackward:
        return "activation_backward";
    case Kernel::GatedActivation:
        return "gated_activation";
    case Kernel::GatedActivationBackward:
        return "gated_activation_backward";
    case Kernel::Route:
        return "route";
    case Kernel::RouteBackward:
        return "route_backward";
    case Kernel::Dispatch:
        return "dispatch";
    case Kernel::DispatchBackward:
        return "dispatch_backward";
    case Kernel::ExpertMatmul:
        return "expert_matmul";
    case Kernel::ExpertMatmulBackward:
        return "expert_matmul_backward";
    case Kernel::Combine:
        return "combine";
    case Kernel::CombineBackward:
        return "combine_backward";
    case Kernel::SharedGate:
        return "shared_gate";
    case Kernel::SharedGateBackward:
        return "shared_gate_backward";
    case Kernel::AllGather:
        return "all_gather";
    case Kernel::ReduceScatter:
        return "reduce_scatter";
    case Kernel::GatherParameters:
        return "gather_parameters";
    case Kernel::ReduceGradients:
        return "reduce_gradients";
    case Kernel::Upcast:
        return "upcast";
    case Kernel::Downcast:
        return "downcast";
    case Kernel::CrossEntropy:
        return "cross_entropy";
    case Kernel::CrossEntropyBackward:
        return "cross_entropy_backward";
    case Kernel::ChunkedLoss:
        return "chunked_loss";
    case Kernel::StackLoss:
        return "stack_loss";
    case Kernel::OptimizerStep:
        return "optimizer_step";
    }
    return "";
}

} // namespace sublinear
