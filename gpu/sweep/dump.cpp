// SPDX-License-Identifier: MIT
#include "gpu/sweep/dump.h"

#include "core/io/write_file.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "gpu/sweep/npy.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

namespace sublinear {

namespace {

Error cannotWrite(const std::string& path, const std::string& why)
{
    return Error { path + ": " + why, "cannot_write" };
}

NamedTensor copyOf(const Operand& operand, Bytes elementBytes, const std::string& name)
{
    NamedTensor tensor;
    tensor.name = name;
    tensor.shape = operand.shape;
    tensor.type = operand.type;
    tensor.isDouble = operand.type == ElementType::Fp32 && elementBytes == 8;
    tensor.bytes.resize(static_cast<std::size_t>(operand.shape.elements().value().value_or(0) * elementBytes));
    if (!tensor.bytes.empty()) {
        std::memcpy(tensor.bytes.data(), operand.data, tensor.bytes.size());
    }
    return tensor;
}

/// The stack's loss leaves R, its gradient, in the place of x_N: taken while it is there.
class LossGradient {
public:
    LossGradient(const RunPlan& plan, TrainingRun& run)
        : m_plan(plan)
        , m_run(run)
    {
    }
    void before(std::size_t /*op*/) { }
    void after(std::size_t op)
    {
        const ProgramOp& each = m_plan.program.ops[op];
        if (each.kernel == Kernel::StackLoss && each.writes.size() > 0) {
            const Operand operand = m_run.backend().operand(each.writes[0]);
            m_gradient = copyOf(operand, m_plan.elementBytes(), "R");
        }
    }
    [[nodiscard]] const std::optional<NamedTensor>& gradient() const { return m_gradient; }

private:
    const RunPlan& m_plan;
    TrainingRun& m_run;
    std::optional<NamedTensor> m_gradient;
};

Status writeTensors(const std::string& folder, const std::vector<NamedTensor>& tensors)
{
    for (const NamedTensor& tensor : tensors) {
        const std::string path = folder + "/" + tensor.name + ".npy";
        if (const Status written = writeWholeFile(path, npyContent(tensor)); !written) {
            return cannotWrite(path, written.error().message);
        }
    }
    return success();
}

} // namespace

std::string dumpFolderName(const PolicySpec& policy)
{
    if (policy.id == PolicyId::Optimal && policy.number) { // bytes, as the record has them: no "20GiB"
        return std::string(policyInfo(policy.id).text) + "-" + std::to_string(*policy.number);
    }
    std::string name = policyText(policy);
    std::replace(name.begin(), name.end(), ':', '-');
    return name;
}

Status dumpStep(const RunPlan& plan, ThreadPool& pool, const std::string& folder, Stop& stop)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        return cannotWrite(folder, failed.message());
    }
    Result<Slab> slab = slabFor(plan);
    if (!slab) {
        return slab.error();
    }
    SlabMemory memory(plan, *slab, {});
    TrainingRun run(plan, memory, pool, ownKernels(plan.precision), &stop);
    run.keepInput(true);
    const TrainingResults before = run.results();
    LossGradient observer(plan, run);
    if (Status status = run.step(observer, stop); !status) {
        return status;
    }
    const TrainingResults results = run.results();
    std::vector<NamedTensor> extra;
    if (observer.gradient()) {
        extra.push_back(*observer.gradient());
    }
    for (const auto* list : { &before.parameters, &results.inputs, &results.gradients, &std::as_const(extra) }) {
        if (Status written = writeTensors(folder, *list); !written) {
            return written;
        }
    }
    const std::string path = folder + "/loss.npy";
    const Status written = writeWholeFile(path, npyScalar(run.loss()));
    return written ? success() : Status(cannotWrite(path, written.error().message));
}

} // namespace sublinear
