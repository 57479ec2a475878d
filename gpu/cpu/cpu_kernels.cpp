// SPDX-License-Identifier: MIT
#include "gpu/cpu/cpu_kernels.h"

#include "gpu/cpu/families.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace sublinear {

namespace {

using KernelFunction = void (*)(const OpCall&, ThreadPool&);

// Null: the CPU has none.
template <class Real> KernelFunction kernelOf(Kernel kernel)
{
    switch (kernel) {
    case Kernel::Input:
        return runInput<Real>;
    case Kernel::InputGradient:
        return runInputGradient<Real>;
    case Kernel::Tokens:
        return runTokens<Real>;
    case Kernel::Embed:
        return runEmbed<Real>;
    case Kernel::EmbedBackward:
        return runEmbedBackward<Real>;
    case Kernel::Norm:
        return runNorm<Real>;
    case Kernel::NormBackward:
        return runNormBackward<Real>;
    case Kernel::Matmul:
        return runMatmul<Real>;
    case Kernel::MatmulBackward:
        return runMatmulBackward<Real>;
    case Kernel::QkNorm:
        return runQkNorm<Real>;
    case Kernel::QkNormBackward:
        return runQkNormBackward<Real>;
    case Kernel::Rotary:
        return runRotary<Real>;
    case Kernel::RotaryBackward:
        return runRotaryBackward<Real>;
    case Kernel::Scores:
        return runScores<Real>;
    case Kernel::ScoresBackward:
        return runScoresBackward<Real>;
    case Kernel::Softmax:
        return runSoftmax<Real>;
    case Kernel::SoftmaxBackward:
        return runSoftmaxBackward<Real>;
    case Kernel::Dropout:
        return runDropout<Real>;
    case Kernel::DropoutBackward:
        return runDropoutBackward<Real>;
    case Kernel::Values:
        return runValues<Real>;
    case Kernel::ValuesBackward:
        return runValuesBackward<Real>;
    case Kernel::FlashAttention:
        return runFlashAttention<Real>;
    case Kernel::FlashAttentionBackward:
        return runFlashAttentionBackward<Real>;
    case Kernel::Add:
        return runAdd<Real>;
    case Kernel::Activation:
        return runActivation<Real>;
    case Kernel::ActivationBackward:
        return runActivationBackward<Real>;
    case Kernel::GatedActivation:
        return runGatedActivation<Real>;
    case Kernel::GatedActivationBackward:
        return runGatedActivationBackward<Real>;
    case Kernel::CrossEntropy:
        return runCrossEntropy<Real>;
    case Kernel::CrossEntropyBackward:
        return runCrossEntropyBackward<Real>;
    case Kernel::ChunkedLoss:
        return runChunkedLoss<Real>;
    case Kernel::StackLoss:
        return runStackLoss<Real>;
    case Kernel::OptimizerStep:
        return runOptimizerStep<Real>;
    default:
        return nullptr;
    }
}

std::string_view featureOf(Kernel kernel)
{
    switch (kernel) {
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
        return "experts";
    case Kernel::AllGather:
    case Kernel::ReduceScatter:
    case Kernel::GatherParameters:
    case Kernel::ReduceGradients:
        return "sharding over devices";
    case Kernel::Upcast:
    case Kernel::Downcast:
        return "types other than fp32";
    default:
        return "";
    }
}

Error noKernel(const ProgramOp& op, std::string_view device)
{
    const std::string_view feature = featureOf(op.kernel);
    return { std::string(device) + " has no kernel for " + std::string(toText(op.kernel))
            + (feature.empty() ? std::string() : " (" + std::string(feature) + ")"),
        "" };
}

bool isAttention(Kernel kernel)
{
    constexpr std::array kKernels { Kernel::Softmax, Kernel::SoftmaxBackward, Kernel::FlashAttention,
        Kernel::FlashAttentionBackward };
    return std::find(kKernels.begin(), kKernels.end(), kernel) != kKernels.end();
}

bool isCast(Kernel kernel)
{
    return kernel == Kernel::Upcast || kernel == Kernel::Downcast;
}

Status checkOp(const ProgramOp& op, std::string_view device, bool casts)
{
    if (kernelOf<float>(op.kernel) == nullptr && !(casts && isCast(op.kernel))) {
        return noKernel(op, device);
    }
    if (isAttention(op.kernel) && !op.parameters.empty()) {
        return Error { std::string(device) + " has no kernel for attention sinks", "model.name" };
    }
    if (op.kernel == Kernel::MatmulBackward && op.inPlace >= 0 && op.inPlace < 2) {
        return Error { std::string(device) + " cannot multiply in place (" + std::string(op.name) + ")", "" };
    }
    return success();
}

} // namespace

Status canRunOnCpu(const Program& program)
{
    for (const ProgramTensor& tensor : program.tensors) {
        if (tensor.type == ElementType::Bf16 || tensor.type == ElementType::Fp16) {
            return Error { "the CPU runs fp32; this run holds " + std::string(toText(tensor.type)) + " ("
                    + std::string(tensor.name) + ")",
                "recipe.dtype" };
        }
    }
    return haveKernels(program, "the CPU", false);
}

Status haveKernels(const Program& program, std::string_view device, bool casts)
{
    for (const ProgramOp& op : program.ops) {
        if (Status status = checkOp(op, device, casts); !status) {
            return status;
        }
    }
    return success();
}

template <class Real> Status runOnCpu(const OpCall& call, ThreadPool& pool)
{
    const auto kernel = kernelOf<Real>(call.op->kernel);
    if (kernel == nullptr) {
        return noKernel(*call.op, "the CPU");
    }
    kernel(call, pool);
    return success();
}

template Status runOnCpu<float>(const OpCall&, ThreadPool&);
template Status runOnCpu<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
