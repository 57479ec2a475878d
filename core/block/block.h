// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/block/element.h"
#include "core/block/inline_list.h"
#include "core/block/kernel.h"
#include "core/block/tensor_groups.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sublinear {

/// Index of a tensor in its block.
using Slot = std::int16_t;
inline constexpr Slot kNoSlot = -1;
using SlotSet = std::uint64_t; ///< one bit per forward tensor
constexpr SlotSet slotBit(Slot slot)
{
    return slot < 0 ? 0 : SlotSet { 1 } << static_cast<unsigned>(slot);
}

/// Floating-point operations of the matrix products; exact up to 2^53. Element-wise
/// work counts as none: it is bound by memory, and its bytes are in reads and writes.
using Flops = double;

enum class Role : std::uint8_t { Activation, Gradient, Logits };

/// A tensor of one block.
struct TensorSpec {
    std::string_view name; ///< "qkv"
    Shape shape;
    ElementType type = ElementType::Bf16;
    Role role = Role::Activation;
    TensorGroups group = kNoGroup;
    Bytes bytes = 0;
};

/// A weight, on this device (divided by tensor parallelism where it is).
struct ParameterSpec {
    std::string_view name; ///< "qkv.weight"
    Shape shape;
    Count elements = 0;
    bool counted = true; ///< false: owned by another block (tied embeddings)
};

using SlotList = InlineList<Slot, 8>;
using ParameterList = InlineList<std::int16_t, 6>;

/// One operation. What it writes is new, except that `writes[0]` takes over the storage
/// of `reads[inPlace]`, which is gone afterwards.
struct OpSpec {
    Kernel kernel = Kernel::Add;
    std::string_view name; ///< "qkv"
    SlotList reads;
    SlotList writes;
    ParameterList parameters; ///< weights read
    ParameterList gradients; ///< weights whose gradient it accumulates
    std::int8_t inPlace = -1;
    Flops flops = 0;
    Flops forwardFlops = 0; ///< the part of them that a forward pass alone would do
};

/// A stage of the chain (embedding, layer, head): tensors and operations, forward in order
/// of execution and backward likewise. Slots of forward tensors come first.
struct Block {
    std::string_view name;
    std::vector<TensorSpec> tensors;
    std::size_t forwardTensors = 0; ///< how many of them, from the front, the forward pass has
    std::vector<ParameterSpec> parameters;
    std::vector<OpSpec> forward;
    std::vector<OpSpec> backward;
    Slot input = kNoSlot; ///< x
    Slot output = kNoSlot; ///< the next stage's x
    Slot outputGradient = kNoSlot; ///< dy, given to the backward pass
    Slot inputGradient = kNoSlot; ///< dx, its result

    [[nodiscard]] const TensorSpec& at(Slot slot) const { return tensors[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] Slot find(std::string_view tensor) const; ///< kNoSlot if there is none
};

/// Forward tensors that the backward pass reads, the input left out.
SlotSet savedSet(const Block& block);
/// The same without the dropped groups. Dropped are only tensors that can be rebuilt.
SlotSet savedSet(const Block& block, TensorGroups dropped);
Bytes bytesOf(const Block& block, SlotSet set);
/// A: bytes of savedSet(block, dropped).
Bytes savedBytes(const Block& block, TensorGroups dropped = kNoGroup);
/// x: bytes of the input.
Bytes boundaryBytes(const Block& block);
/// Weights on this device, those of other blocks left out.
Count parameterCount(const Block& block);

Flops forwardFlops(const Block& block);
Flops backwardFlops(const Block& block);

/// What an operation moves: bytes of the tensors and weights it reads and writes, and the
/// bytes that are there only while it runs (written, read by no other operation).
struct OpTraffic {
    Bytes reads = 0;
    Bytes writes = 0;
    Bytes transients = 0;
};
OpTraffic traffic(const Block& block, const OpSpec& op, Bytes parameterBytes, Bytes gradientBytes);

} // namespace sublinear
