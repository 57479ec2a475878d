// SPDX-License-Identifier: MIT
#include "core/block/block.h"

#include <algorithm>

namespace sublinear {

namespace {

Flops sumOf(const std::vector<OpSpec>& ops, Flops OpSpec::*member)
{
    Flops sum = 0;
    for (const OpSpec& op : ops) {
        sum += op.*member;
    }
    return sum;
}

bool readByAny(const std::vector<OpSpec>& ops, Slot slot)
{
    return std::any_of(ops.begin(), ops.end(),
        [slot](const OpSpec& op) { return std::find(op.reads.begin(), op.reads.end(), slot) != op.reads.end(); });
}

} // namespace

Slot Block::find(std::string_view tensor) const
{
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i].name == tensor) {
            return static_cast<Slot>(i);
        }
    }
    return kNoSlot;
}

SlotSet savedSet(const Block& block)
{
    SlotSet produced = 0;
    for (const OpSpec& op : block.forward) {
        for (const Slot slot : op.writes) {
            produced |= slotBit(slot);
        }
    }
    SlotSet read = 0;
    for (const OpSpec& op : block.backward) {
        for (const Slot slot : op.reads) {
            read |= slot < 64 ? slotBit(slot) : 0;
        }
    }
    return produced & read;
}

SlotSet savedSet(const Block& block, TensorGroups dropped)
{
    SlotSet set = savedSet(block);
    for (std::size_t i = 0; i < block.tensors.size() && i < 64; ++i) {
        if ((block.tensors[i].group & dropped) != 0) {
            set &= ~(SlotSet { 1 } << i);
        }
    }
    return set;
}

Bytes bytesOf(const Block& block, SlotSet set)
{
    Bytes sum = 0;
    for (std::size_t i = 0; i < block.tensors.size() && i < 64; ++i) {
        if (((set >> i) & 1U) != 0) {
            sum += block.tensors[i].bytes;
        }
    }
    return sum;
}

Bytes savedBytes(const Block& block, TensorGroups dropped)
{
    return bytesOf(block, savedSet(block, dropped));
}

Bytes boundaryBytes(const Block& block)
{
    return block.input == kNoSlot ? 0 : block.at(block.input).bytes;
}

Count parameterCount(const Block& block)
{
    Count sum = 0;
    for (const ParameterSpec& parameter : block.parameters) {
        sum += parameter.counted ? parameter.elements : 0;
    }
    return sum;
}

Flops forwardFlops(const Block& block)
{
    return sumOf(block.forward, &OpSpec::forwardFlops) + sumOf(block.backward, &OpSpec::forwardFlops);
}

Flops backwardFlops(const Block& block)
{
    return sumOf(block.forward, &OpSpec::flops) + sumOf(block.backward, &OpSpec::flops) - forwardFlops(block);
}

OpTraffic traffic(const Block& block, const OpSpec& op, Bytes parameterBytes, Bytes gradientBytes)
{
    OpTraffic sum;
    for (const Slot slot : op.reads) {
        sum.reads += block.at(slot).bytes;
    }
    for (const std::int16_t parameter : op.parameters) {
        sum.reads += block.parameters[static_cast<std::size_t>(parameter)].elements * parameterBytes;
    }
    for (const std::int16_t parameter : op.gradients) {
        const Bytes bytes = block.parameters[static_cast<std::size_t>(parameter)].elements * gradientBytes;
        sum.reads += bytes; // it is added to what is there
        sum.writes += bytes;
    }
    for (const Slot slot : op.writes) {
        sum.writes += block.at(slot).bytes;
        const bool result = slot == block.output || slot == block.inputGradient;
        if (!result && !readByAny(block.forward, slot) && !readByAny(block.backward, slot)) {
            sum.transients += block.at(slot).bytes;
        }
    }
    return sum;
}

} // namespace sublinear
