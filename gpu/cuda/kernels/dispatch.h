// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/adamw.h"
#include "gpu/cuda/kernels/attention.h"
#include "gpu/cuda/kernels/elementwise.h"
#include "gpu/cuda/kernels/embedding.h"
#include "gpu/cuda/kernels/fused_attention.h"
#include "gpu/cuda/kernels/linear.h"
#include "gpu/cuda/kernels/loss.h"
#include "gpu/cuda/kernels/norm.h"
#include "gpu/cuda/kernels/rotary.h"

namespace sublinear::cuda {

template <class L> using KernelFunction = void (*)(const OpCall&, L&);

/// What computes an operation on the device; null: nothing.
template <Launcher L> KernelFunction<L> kernelOf(Kernel kernel)
{
    switch (kernel) {
    case Kernel::Input:
        return runInput<L>;
    case Kernel::InputGradient:
        return runInputGradient<L>;
    case Kernel::Tokens:
        return runTokens<L>;
    case Kernel::Embed:
        return runEmbed<L>;
    case Kernel::EmbedBackward:
        return runEmbedBackward<L>;
    case Kernel::Norm:
        return runNorm<L>;
    case Kernel::NormBackward:
        return runNormBackward<L>;
    case Kernel::Matmul:
        return runMatmul<L>;
    case Kernel::MatmulBackward:
        return runMatmulBackward<L>;
    case Kernel::QkNorm:
        return runQkNorm<L>;
    case Kernel::QkNormBackward:
        return runQkNormBackward<L>;
    case Kernel::Rotary:
        return runRotary<L>;
    case Kernel::RotaryBackward:
        return runRotaryBackward<L>;
    case Kernel::Scores:
        return runScores<L>;
    case Kernel::ScoresBackward:
        return runScoresBackward<L>;
    case Kernel::Softmax:
        return runSoftmax<L>;
    case Kernel::SoftmaxBackward:
        return runSoftmaxBackward<L>;
    case Kernel::Dropout:
        return runDropout<L>;
    case Kernel::DropoutBackward:
        return runDropoutBackward<L>;
    case Kernel::Values:
        return runValues<L>;
    case Kernel::ValuesBackward:
        return runValuesBackward<L>;
    case Kernel::FlashAttention:
        return runFlashAttention<L>;
    case Kernel::FlashAttentionBackward:
        return runFlashAttentionBackward<L>;
    case Kernel::Add:
        return runAdd<L>;
    case Kernel::Activation:
        return runActivation<L>;
    case Kernel::ActivationBackward:
        return runActivationBackward<L>;
    case Kernel::GatedActivation:
        return runGatedActivation<L>;
    case Kernel::GatedActivationBackward:
        return runGatedActivationBackward<L>;
    case Kernel::CrossEntropy:
        return runCrossEntropy<L>;
    case Kernel::CrossEntropyBackward:
        return runCrossEntropyBackward<L>;
    case Kernel::ChunkedLoss:
        return runChunkedLoss<L>;
    case Kernel::StackLoss:
        return runStackLoss<L>;
    case Kernel::OptimizerStep:
        return runOptimizerStep<L>;
    case Kernel::Route:
    case Kernel::RouteBackward:
    case Kernel::Dispatch:
    case Kernel::DispatchBackward:
    case Kernel::ExpertMatmul:
    case Kernel::ExpertMatmulBackward:
    case Kernel::Combine:
    case Kernel::CombineBackward:
    case Kernel::SharedGate:
    case Kernel::SharedGateBackward:
    case Kernel::AllGather:
    case Kernel::ReduceScatter:
    case Kernel::GatherParameters:
    case Kernel::ReduceGradients:
    case Kernel::Upcast:
    case Kernel::Downcast:
        break;
    }
    return nullptr;
}

} // namespace sublinear::cuda
