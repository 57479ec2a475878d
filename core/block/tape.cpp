// SPDX-License-Identifier: MIT
#include "core/block/tape.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kForwardSlots = 64; // as many as a SlotSet has bits

} // namespace

Tape::Tape(std::string_view blockName)
{
    m_block.name = blockName;
}

Slot Tape::tensor(std::string_view name, ElementType type, Shape shape, TensorGroups group, Role role)
{
    TensorSpec spec;
    spec.name = name;
    spec.shape = shape;
    spec.type = type;
    spec.group = group;
    spec.role = role;
    const auto bytes = (shape.elements() * bytesPerElement(type)).value();
    m_tooLarge = m_tooLarge || !bytes || (!m_backward && m_block.tensors.size() >= kForwardSlots);
    spec.bytes = bytes.value_or(0);
    m_block.tensors.push_back(spec);
    m_gradients.push_back(kNoSlot);
    return static_cast<Slot>(m_block.tensors.size() - 1);
}

Slot Tape::gradientLike(std::string_view name, Slot like)
{
    const TensorSpec spec = m_block.at(like);
    return tensor(name, spec.type, spec.shape, kNoGroup, Role::Gradient);
}

std::int16_t Tape::parameter(std::string_view name, Shape shape, bool counted)
{
    const auto elements = shape.elements().value();
    m_tooLarge = m_tooLarge || !elements;
    m_block.parameters.push_back({ name, shape, elements.value_or(0), counted });
    return static_cast<std::int16_t>(m_block.parameters.size() - 1);
}

OpSpec& Tape::forward(Kernel kernel, std::string_view name, SlotList reads, SlotList writes)
{
    OpSpec op;
    op.kernel = kernel;
    op.name = name;
    op.reads = reads;
    op.writes = writes;
    return m_block.forward.emplace_back(op);
}

OpSpec& Tape::backward(Kernel kernel, std::string_view name, SlotList reads, SlotList writes)
{
    OpSpec op;
    op.kernel = kernel;
    op.name = name;
    op.reads = reads;
    op.writes = writes;
    return m_block.backward.emplace_back(op);
}

Slot Tape::gradient(Slot forwardSlot) const
{
    return m_gradients[static_cast<std::size_t>(forwardSlot)];
}

bool Tape::isInUse(Slot gradientSlot) const
{
    return std::find(m_gradients.begin(), m_gradients.end(), gradientSlot) != m_gradients.end();
}

void Tape::setGradient(Slot forwardSlot, Slot gradientSlot)
{
    m_gradients[static_cast<std::size_t>(forwardSlot)] = gradientSlot;
}

void Tape::release(Slot forwardSlot)
{
    setGradient(forwardSlot, kNoSlot);
}

Slot Tape::inBackward(Slot forwardSlot)
{
    for (const Gathered& gathered : m_shards) {
        if (gathered.whole == forwardSlot) {
            const TensorSpec spec = m_block.at(forwardSlot);
            const Slot again = tensor(spec.name, spec.type, spec.shape);
            backward(Kernel::AllGather, spec.name, { gathered.shard }, { again });
            return again;
        }
    }
    return forwardSlot;
}

void Tape::accumulate(OpSpec& op, Slot forwardSlot, std::string_view name)
{
    const Slot existing = gradient(forwardSlot);
    const Slot result = gradientLike(name, forwardSlot);
    SlotList writes { result };
    for (const Slot slot : op.writes) {
        writes.push(slot);
    }
    op.writes = writes;
    if (existing != kNoSlot) {
        const auto users = std::count(m_gradients.begin(), m_gradients.end(), existing);
        const auto* const found = std::find(op.reads.begin(), op.reads.end(), existing);
        const auto position = found - op.reads.begin();
        if (found == op.reads.end()) {
            op.reads.push(existing);
        }
        if (users == 1) {
            op.inPlace = static_cast<std::int8_t>(position);
        }
    }
    setGradient(forwardSlot, result);
}

Result<Block> Tape::finish(bool startsFromOutputGradient)
{
    m_backward = true;
    m_block.forwardTensors = m_block.tensors.size();
    if (startsFromOutputGradient) {
        m_block.outputGradient = gradientLike("dy", m_block.output);
        setGradient(m_block.output, m_block.outputGradient);
    }
    std::reverse(m_steps.begin(), m_steps.end());
    for (const std::function<void()>& step : m_steps) {
        step();
    }
    if (m_block.input != kNoSlot) {
        m_block.inputGradient = gradient(m_block.input);
    }
    const auto lost = [](const OpSpec& op) {
        return op.reads.overflowed() || op.writes.overflowed() || op.parameters.overflowed()
            || op.gradients.overflowed();
    };
    // sums over a block's tensors are taken unchecked from here on
    const Checked sum = std::accumulate(m_block.tensors.begin(), m_block.tensors.end(), Checked(),
        [](Checked bytes, const TensorSpec& spec) { return bytes + spec.bytes; });
    if (m_tooLarge || !sum.ok() || std::any_of(m_block.forward.begin(), m_block.forward.end(), lost)
        || std::any_of(m_block.backward.begin(), m_block.backward.end(), lost)) {
        return Error { "memory: the tensors of the " + std::string(m_block.name)
                + " are over 9223372036854775807 bytes (2^63-1)",
            "" };
    }
    return std::move(m_block);
}

} // namespace sublinear
