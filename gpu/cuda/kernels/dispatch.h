// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/adamw.h"
#include "gpu/cuda/kernels/attention.h"
#include "gpu/cuda/kernels/elementwise.h"
#include "gpu/cuda/kernels/embedding.h"
#include "gpu/cuda/kernels/flash_attention.h"
#include "gpu/cuda/kernels/linear.h"
#include "gpu/cuda/kernels/loss.h"
#include "gpu/cuda/kernels/norm.h"
#include "gpu/cuda/kernels/rotary.h"

#include <algorithm>
#include <span>

namespace sublinear::cuda {

template <class L> using KernelFunction = void (*)(const OpCall&, L&);

/// What computes an operation on the device, tensors and weights being of type T (float, Bf16); null: nothing.
template <class T, Launcher L> KernelFunction<L> kernelIn(Kernel kernel)
{
    switch (kernel) {
    case Kernel::Input:
        return runInput<T, L>;
    case Kernel::InputGradient:
        return runInputGradient<T, L>;
    case Kernel::Tokens:
        return runTokens<T, L>;
    case Kernel::Embed:
        return runEmbed<T, L>;
    case Kernel::EmbedBackward:
        return runEmbedBackward<T, L>;
    case Kernel::Norm:
        return runNorm<T, L>;
    case Kernel::NormBackward:
        return runNormBackward<T, L>;
    case Kernel::Matmul:
        return runMatmul<T, L>;
    case Kernel::MatmulBackward:
        return runMatmulBackward<T, L>;
    case Kernel::QkNorm:
        return runQkNorm<T, L>;
    case Kernel::QkNormBackward:
        return runQkNormBackward<T, L>;
    case Kernel::Rotary:
        return runRotary<T, L>;
    case Kernel::RotaryBackward:
        return runRotaryBackward<T, L>;
    case Kernel::Scores:
        return runScores<T, L>;
    case Kernel::ScoresBackward:
        return runScoresBackward<T, L>;
    case Kernel::Softmax:
        return runSoftmax<T, L>;
    case Kernel::SoftmaxBackward:
        return runSoftmaxBackward<T, L>;
    case Kernel::Dropout:
        return runDropout<T, L>;
    case Kernel::DropoutBackward:
        return runDropoutBackward<T, L>;
    case Kernel::Values:
        return runValues<T, L>;
    case Kernel::ValuesBackward:
        return runValuesBackward<T, L>;
    case Kernel::FlashAttention:
        return runFlashAttention<T, L>;
    case Kernel::FlashAttentionBackward:
        return runFlashAttentionBackward<T, L>;
    case Kernel::Add:
        return runAdd<T, L>;
    case Kernel::Activation:
        return runActivation<T, L>;
    case Kernel::ActivationBackward:
        return runActivationBackward<T, L>;
    case Kernel::GatedActivation:
        return runGatedActivation<T, L>;
    case Kernel::GatedActivationBackward:
        return runGatedActivationBackward<T, L>;
    case Kernel::CrossEntropy:
        return runCrossEntropy<T, L>;
    case Kernel::CrossEntropyBackward:
        return runCrossEntropyBackward<T, L>;
    case Kernel::ChunkedLoss:
        return runChunkedLoss<T, L>;
    case Kernel::Upcast:
        return runUpcast<T, L>;
    case Kernel::Downcast:
        return runDowncast<T, L>;
    case Kernel::StackLoss:
        return runStackLoss<T, L>;
    case Kernel::OptimizerStep:
        return runOptimizerStep<T, L>;
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
        break;
    }
    return nullptr;
}

/// Whether an operation works on tensors or weights in bf16.
inline bool isInBf16(const OpCall& call)
{
    const auto any = [](std::span<const Operand> operands) {
        return std::any_of(
            operands.begin(), operands.end(), [](const Operand& operand) { return operand.type == ElementType::Bf16; });
    };
    return any(call.reads) || any(call.writes) || any(call.parameters)
        || (call.op->kernel == Kernel::OptimizerStep && !call.optimizer.empty()
            && call.optimizer.front().master != nullptr);
}

template <Launcher L> KernelFunction<L> kernelOf(const OpCall& call)
{
    return isInBf16(call) ? kernelIn<Bf16, L>(call.op->kernel) : kernelIn<float, L>(call.op->kernel);
}

} // namespace sublinear::cuda
