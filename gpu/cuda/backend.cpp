// SPDX-License-Identifier: MIT
#include "gpu/cuda/backend.h"

#include "gpu/cpu/cpu_kernels.h"
#include "gpu/cuda/kernels/fused_attention.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace sublinear {

namespace {

Status hasTypes(const Program& program, const CudaDeviceInfo& device)
{
    for (const ProgramTensor& tensor : program.tensors) {
        const bool half = tensor.type == ElementType::Bf16;
        if (tensor.type == ElementType::Fp16 || (half && !hasBf16(device))) {
            return Error { "CUDA runs fp32, and bf16 from compute capability 8.0 on; this run holds "
                    + std::string(toText(tensor.type)) + " (" + std::string(tensor.name) + "), and " + device.name
                    + " has " + std::to_string(device.major) + "." + std::to_string(device.minor),
                "recipe.dtype" };
        }
    }
    return success();
}

bool isBf16(const Program& program, TensorId tensor)
{
    return tensor != kNoTensor && program.tensors[static_cast<std::size_t>(tensor)].type == ElementType::Bf16;
}

} // namespace

Status canRunOnCuda(const Program& program, const CudaDeviceInfo& device)
{
    if (Status types = hasTypes(program, device); !types) {
        return types;
    }
    // CUDA has what the CPU has, no more and no less, but for wide heads in fused attention.
    if (Status status = haveKernels(program, "CUDA", true); !status) {
        return status;
    }
    for (const ProgramOp& op : program.ops) {
        if (op.kernel == Kernel::ChunkedLoss && op.parameters.size() > 1 && isBf16(program, op.reads[0])) {
            return Error { "CUDA's chunked loss in bf16 has no bias of the head; recipe.loss=full has", "recipe.loss" };
        }
        if (op.kernel != Kernel::FlashAttention || op.writes.size() < 2) {
            continue;
        }
        const auto extents = [&](TensorId tensor) {
            return program.tensors[static_cast<std::size_t>(tensor)].shape.extents;
        };
        const TensorId out = op.writes[0];
        const TensorId sums = op.writes[1];
        const Count headDim = out == kNoTensor || sums == kNoTensor ? 0 : extents(out)[1] / extents(sums)[1];
        if (headDim > cuda::kMostHeadDim) {
            return Error { "CUDA's fused attention has heads of at most " + std::to_string(cuda::kMostHeadDim)
                    + " elements; this run's have " + std::to_string(headDim),
                "model.head_dim" };
        }
    }
    return success();
}

CudaBackend::CudaBackend(const RunPlan& plan, Memory& memory, const CudaSession& session)
    : m_plan(plan)
    , m_memory(memory)
    , m_session(session)
    , m_calls(plan, memory)
{
}

Status CudaBackend::beginStep(std::int64_t trainingStep)
{
    m_calls.setTrainingStep(trainingStep);
    for (const OptimizerSlot& slot : m_calls.optimizer()) {
        const CudaCode code =
            m_session.runtime().fill(slot.gradient, 0, slot.elements * m_plan.elementBytes(), m_session.stream());
        if (Status status = m_session.check(code, "gradients to zero"); !status) {
            return status;
        }
    }
    return success();
}

Status CudaBackend::run(std::size_t op)
{
    const CudaCode code = m_session.runtime().run(m_calls.at(op), m_session.work());
    if (code == CudaCode::Success) {
        return success();
    }
    const ProgramOp& spec = m_plan.program.ops[op];
    return m_session.check(code,
        std::string(toText(spec.kernel)) + " " + std::string(spec.name) + " (operation " + std::to_string(op) + ", "
            + std::string(toText(spec.pass)) + ")");
}

Status CudaBackend::endStep()
{
    return m_session.toHost(&m_loss, m_session.work().sum, sizeof m_loss, "the end of a step");
}

Result<bool> CudaBackend::finite()
{
    const CudaWork work = m_session.countingWork();
    CudaRuntime& runtime = m_session.runtime();
    CudaCode code = runtime.fill(work.sum, 0, sizeof(double), work.stream);
    for (const OptimizerSlot& slot : m_calls.optimizer()) {
        if (code == CudaCode::Success) {
            code = runtime.addNotFinite(static_cast<const float*>(slot.gradient), slot.elements, work);
        }
    }
    if (Status status = m_session.check(code, "looking for NaN"); !status) {
        return status.error();
    }
    double found = 0.0;
    if (Status status = m_session.toHost(&found, work.sum, sizeof found, "looking for NaN"); !status) {
        return status.error();
    }
    return found == 0.0 && std::isfinite(m_loss);
}

} // namespace sublinear
