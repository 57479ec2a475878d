// SPDX-License-Identifier: MIT
#include "core/program/verify.h"

#include "core/base/to_index.h"

#include <algorithm>
#include <cstddef>

namespace sublinear {

namespace {

class Verifier {
public:
    explicit Verifier(const Program& program)
        : m_program(program)
        , m_alive(program.storages.size(), Memory::Never)
        , m_holds(program.storages.size(), kNoTensor)
        , m_written(program.tensors.size(), false)
    {
    }

    Status run()
    {
        for (m_op = 0; m_op < m_program.ops.size() && m_fault.empty(); ++m_op) {
            visit(m_program.ops[m_op]);
        }
        if (!m_fault.empty()) {
            return Error { "program: operation " + std::to_string(m_op - 1) + ": " + m_fault, "" };
        }
        const auto left = std::find(m_alive.begin(), m_alive.end(), Memory::Alive);
        if (left != m_alive.end()) {
            return Error { "program: storage " + std::to_string(left - m_alive.begin()) + " is left over", "" };
        }
        return stepsInOrder();
    }

private:
    enum class Memory : std::uint8_t { Never, Alive, Freed };

    void visit(const ProgramOp& op)
    {
        if (op.step < m_step || op.step >= static_cast<std::int32_t>(m_program.steps.size())) {
            fail("its step is out of order");
            return;
        }
        m_step = op.step;
        for (const StorageId storage : op.allocates) {
            if (!known(storage) || state(storage) != Memory::Never) {
                fail("allocates storage " + std::to_string(storage) + " a second time");
                return;
            }
            state(storage) = Memory::Alive;
        }
        for (const TensorId tensor : op.reads) {
            read(tensor);
        }
        for (std::size_t i = 0; i < op.writes.size() && m_fault.empty(); ++i) {
            write(op, i);
        }
        for (const ParameterId parameter : op.gradients) {
            const StorageId gradient = m_program.parameters[static_cast<std::size_t>(parameter)].gradient;
            // a reduction leaves its part behind, so it and not the product needs the memory
            const bool reduced = std::any_of(op.reads.begin(), op.reads.end(), [&](TensorId t) { return flat(t); })
                || std::any_of(op.writes.begin(), op.writes.end(), [&](TensorId t) { return flat(t); });
            if (gradient != -1 && !reduced && state(gradient) != Memory::Alive) {
                fail("adds to a gradient that is not allocated");
            }
        }
        if (op.kernel == Kernel::OptimizerStep) {
            for (const ProgramParameter& parameter : m_program.parameters) {
                if (parameter.gradient != -1 && state(parameter.gradient) != Memory::Alive) {
                    fail("has no gradient of " + std::string(parameter.name));
                }
            }
        }
        for (const StorageId storage : op.frees) {
            if (!known(storage) || state(storage) != Memory::Alive) {
                fail("frees storage " + std::to_string(storage) + ", which is not allocated");
                return;
            }
            state(storage) = Memory::Freed;
        }
    }

    void read(TensorId tensor)
    {
        if (tensor < 0 || tensor >= static_cast<TensorId>(m_written.size()) || !m_written[toIndex(tensor)]) {
            fail("reads a tensor that was never written");
            return;
        }
        const StorageId storage = m_program.tensors[toIndex(tensor)].storage;
        if (state(storage) != Memory::Alive || m_holds[toIndex(storage)] != tensor) {
            fail("reads " + std::string(m_program.tensors[toIndex(tensor)].name) + ", which is gone");
        }
    }

    void write(const ProgramOp& op, std::size_t position)
    {
        const TensorId tensor = op.writes[position];
        if (tensor == kNoTensor) {
            return;
        }
        const ProgramTensor& written = m_program.tensors[toIndex(tensor)];
        if (m_written[toIndex(tensor)]) {
            fail("writes " + std::string(written.name) + " a second time");
            return;
        }
        const bool takesOver = position == 0 && op.inPlace >= 0;
        const bool fresh = std::find(op.allocates.begin(), op.allocates.end(), written.storage) != op.allocates.end();
        if (takesOver) {
            const TensorId source = op.reads[static_cast<std::size_t>(op.inPlace)];
            if (fresh || source < 0 || m_program.tensors[toIndex(source)].storage != written.storage) {
                fail("does not work in the place of what it reads");
                return;
            }
        } else if (!fresh) {
            fail("writes " + std::string(written.name) + " where another tensor is");
            return;
        }
        if (state(written.storage) != Memory::Alive
            || m_program.storages[toIndex(written.storage)].bytes < written.bytes) {
            fail("writes " + std::string(written.name) + " to memory that it has not got");
        }
        m_written[toIndex(tensor)] = true;
        m_holds[toIndex(written.storage)] = tensor;
    }

    [[nodiscard]] bool flat(TensorId tensor) const
    {
        return tensor != kNoTensor && m_program.tensors[toIndex(tensor)].name == "layer_gradients";
    }

    // Every step has an operation; forward upwards, loss, backward downwards.
    Status stepsInOrder()
    {
        std::vector<bool> used(m_program.steps.size(), false);
        for (const ProgramOp& op : m_program.ops) {
            const Step& step = m_program.steps[toIndex(op.step)];
            used[toIndex(op.step)] = true;
            const bool ofLayer = step.act == Act::Forward || step.act == Act::Recompute || step.act == Act::Backward;
            if (ofLayer && step.layer != op.stage) {
                return Error { "program: an operation of stage " + std::to_string(op.stage)
                        + " stands in a step of layer " + std::to_string(step.layer),
                    "" };
            }
        }
        Count forward = 0;
        Count backward = m_program.layers + 1;
        bool turned = false;
        for (std::size_t i = 0; i < m_program.steps.size(); ++i) {
            const Step& step = m_program.steps[i];
            bool right = used[i];
            if (step.act == Act::Forward) {
                right = right && !turned && step.layer == ++forward;
            } else if (step.act == Act::Head) {
                right = right && !turned && forward == m_program.layers;
                turned = true;
            } else if (step.act == Act::Recompute) {
                right = right && turned && step.layer >= 1 && step.layer < backward;
            } else if (step.act == Act::Backward) {
                right = right && turned && step.layer == --backward;
            }
            if (!right) {
                return Error { "program: step " + std::to_string(i) + " (" + std::string(toText(step.act)) + " "
                        + std::to_string(step.layer) + ") is out of order or does nothing",
                    "" };
            }
        }
        if (!turned || backward != 1) {
            return Error { "program: the backward pass does not reach layer 1", "" };
        }
        return success();
    }

    [[nodiscard]] bool known(StorageId storage) const
    {
        return storage >= 0 && storage < static_cast<StorageId>(m_alive.size());
    }
    Memory& state(StorageId storage) { return m_alive[toIndex(storage)]; }
    void fail(const std::string& fault)
    {
        if (m_fault.empty()) {
            m_fault = fault;
        }
    }

    const Program& m_program;
    std::vector<Memory> m_alive; ///< by storage
    std::vector<TensorId> m_holds; ///< by storage: the value in it
    std::vector<bool> m_written; ///< by tensor
    std::size_t m_op = 0;
    std::int32_t m_step = 0;
    std::string m_fault;
};

} // namespace

Status verify(const Program& program)
{
    return Verifier(program).run();
}

} // namespace sublinear
