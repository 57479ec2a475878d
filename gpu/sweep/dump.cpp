// SPDX-License-Identifier: MIT
#include "gpu/sweep/dump.h"

#include "core/io/write_file.h"
#include "gpu/cpu/data.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/tensor_copy.h"
#include "gpu/run/training_run.h"
#include "gpu/sweep/dump_facts.h"
#include "gpu/sweep/dump_folder.h"
#include "gpu/sweep/npy.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

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

/// What a step has only for a while, taken while it is there: R, the gradient that the stack's loss
/// leaves in the place of x_N, and the masks of dropout.
class Passing {
public:
    Passing(const RunPlan& plan, TrainingRun& run)
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
        for (const TensorId tensor : each.writes) {
            takeMask(tensor, each.stage);
        }
    }
    [[nodiscard]] const std::optional<NamedTensor>& gradient() const { return m_gradient; }
    [[nodiscard]] std::vector<NamedTensor> masks() const
    {
        std::vector<NamedTensor> masks;
        for (const auto& [name, mask] : m_masks) {
            masks.push_back(mask);
        }
        return masks;
    }

private:
    // Bytes are masks and nothing else. A recomputation draws the same ones again; one that is pruned
    // is written when it is recomputed.
    void takeMask(TensorId tensor, Count stage)
    {
        const Operand operand = m_run.backend().operand(tensor);
        if (operand.data != nullptr && operand.type == ElementType::Byte) {
            const bool inLayer = stage >= 1 && stage <= m_plan.program.layers;
            const std::string name =
                (inLayer ? "layer" + std::to_string(stage) + "." : std::string()) + std::string(operand.name);
            m_masks.try_emplace(name, copyOf(operand, bytesPerElement(ElementType::Byte), name));
        }
    }

    const RunPlan& m_plan;
    TrainingRun& m_run;
    std::optional<NamedTensor> m_gradient;
    std::map<std::string, NamedTensor> m_masks;
};

Status writeFile(const std::string& path, const std::string& content)
{
    WriteOptions options;
    options.synced = false; // hundreds of files, which are made again at will
    const Status written = writeWholeFile(path, content, options);
    return written ? success() : Status(cannotWrite(path, written.error().message));
}

// Weights that the step runs, not only its optimizer, and its input.
std::set<std::string> runNames(const RunPlan& plan)
{
    std::set<std::string> names { "x0" };
    for (const ProgramOp& op : plan.program.ops) {
        if (op.pass == Pass::Optimizer) {
            continue;
        }
        for (const auto* list : { &op.parameters, &op.gradients }) {
            for (const ParameterId id : *list) {
                names.insert(weightName(plan, plan.program.parameters[static_cast<std::size_t>(id)].owner));
            }
        }
    }
    return names;
}

/// The next token of each, which the head is to say.
std::optional<NamedTensor> targetsOf(const RunPlan& plan)
{
    if (!plan.scenario.model.vocab) {
        return std::nullopt;
    }
    const Shape shape { plan.facts.shape.batch, plan.facts.shape.sequence };
    std::vector<std::int32_t> targets(static_cast<std::size_t>(plan.facts.shape.batch * plan.facts.shape.sequence));
    for (std::size_t row = 0; row < targets.size(); ++row) {
        targets[row] = targetOf(plan.facts, static_cast<std::int64_t>(row));
    }
    return copyOf({ targets.data(), shape, ElementType::Int32, "targets" }, sizeof(std::int32_t), "targets");
}

/// The arrays of a dump, each under its file's name. Tensors that are not written are left out.
class Arrays {
public:
    explicit Arrays(const RunPlan& plan)
        : m_run(runNames(plan))
    {
    }

    void add(const std::vector<NamedTensor>& tensors, const std::string& prefix = {})
    {
        for (const NamedTensor& tensor : tensors) {
            m_files.emplace_back(prefix + tensor.name + ".npy", &tensor);
        }
    }

    /// Names that begin with `has` and go on with what is not run are left out.
    void addRun(const std::vector<NamedTensor>& tensors, const std::string& has, const std::string& prefix)
    {
        for (const NamedTensor& tensor : tensors) {
            if (m_run.contains(tensor.name.substr(has.size()))) {
                m_files.emplace_back(prefix + tensor.name + ".npy", &tensor);
            }
        }
    }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> names { kLossFile };
        for (const auto& [name, tensor] : m_files) {
            names.push_back(name);
        }
        return names;
    }

    /// The facts come first: they list what a dump that is killed has left, too. One that fails, or is
    /// stopped, leaves none of its files.
    [[nodiscard]] Status write(const std::string& folder, const std::string& facts, double loss, Stop& stop) const
    {
        std::vector<std::string> written;
        Status status = success();
        const auto add = [&](const std::string& name, const std::string& content) {
            status = stop.poll() ? stop.error() : writeFile(folder + "/" + name, content);
            if (status) {
                written.push_back(folder + "/" + name);
            }
        };
        add(kDumpFacts, facts);
        if (status) {
            add(kLossFile, npyScalar(loss));
        }
        for (auto file = m_files.begin(); status && file != m_files.end(); ++file) {
            add(file->first, npyContent(*file->second));
        }
        std::error_code ignored; // what failed is said
        for (const std::string& path : status ? std::vector<std::string>() : written) {
            std::filesystem::remove(path, ignored);
        }
        return status;
    }

private:
    static constexpr const char* kLossFile = "loss.npy";
    std::set<std::string> m_run;
    std::vector<std::pair<std::string, const NamedTensor*>> m_files;
};

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
    Result<Slab> slab = slabFor(plan);
    if (!slab) {
        return slab.error();
    }
    SlabMemory memory(plan, *slab, {});
    TrainingRun run(plan, memory, pool, ownKernels(plan.precision), &stop);
    run.keepInput(true);
    const TrainingResults before = run.results(&stop);
    Passing observer(plan, run);
    if (Status status = run.step(observer, stop); !status) {
        return status;
    }
    const TrainingResults results = run.results(&stop);
    if (stop.poll()) { // they may not be whole
        return stop.error();
    }
    std::vector<NamedTensor> inputs = results.inputs;
    for (std::optional<NamedTensor> each : { observer.gradient(), targetsOf(plan) }) {
        if (each) {
            inputs.push_back(std::move(*each));
        }
    }
    const std::vector<NamedTensor> masks = observer.masks();
    Arrays arrays(plan);
    arrays.add(inputs);
    arrays.add(masks);
    arrays.addRun(before.parameters, "", "");
    arrays.addRun(results.gradients, "d_", "");
    arrays.addRun(results.parameters, "", "after_");
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        return cannotWrite(folder, failed.message());
    }
    const Status removed = removeDump(folder);
    Status written = removed ? arrays.write(folder, dumpFacts(plan, arrays.names()), run.loss(), stop) : removed;
    if (!written) {
        std::filesystem::remove(folder, failed); // where nothing else is in it
    }
    return written;
}

} // namespace sublinear
