// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/block.h"

#include <functional>
#include <vector>

namespace sublinear {

/// Builds a block: each part emits its forward operations and leaves behind how its
/// backward pass goes; finish() runs those in reverse order.
class Tape {
public:
    explicit Tape(std::string_view blockName);

    Slot tensor(std::string_view name, ElementType type, Shape shape, TensorGroups group = kNoGroup,
        Role role = Role::Activation);
    /// A gradient or another tensor of the backward pass, of the shape of `like`.
    Slot gradientLike(std::string_view name, Slot like);
    std::int16_t parameter(std::string_view name, Shape shape, bool counted = true);

    OpSpec& forward(Kernel kernel, std::string_view name, SlotList reads, SlotList writes);
    OpSpec& backward(Kernel kernel, std::string_view name, SlotList reads, SlotList writes);
    void onBackward(std::function<void()> step) { m_steps.push_back(std::move(step)); }

    void setInput(Slot slot) { m_block.input = slot; }
    void setOutput(Slot slot) { m_block.output = slot; }

    [[nodiscard]] Slot gradient(Slot forwardSlot) const;
    void setGradient(Slot forwardSlot, Slot gradientSlot);
    /// The operation's result is the gradient of `forwardSlot`, added to the one that is
    /// there already: in its place unless another tensor's gradient is the same storage.
    /// `reads` and `writes` of the operation are completed here.
    void accumulate(OpSpec& op, Slot forwardSlot, std::string_view name);
    /// `whole` is not kept for backward: there it is gathered again from `shard`.
    void setShard(Slot whole, Slot shard) { m_shards.push_back({ whole, shard }); }
    /// The tensor as the backward pass reads it.
    Slot inBackward(Slot forwardSlot);
    /// Whether a tensor's gradient still stands in this slot.
    [[nodiscard]] bool isInUse(Slot gradientSlot) const;
    /// The tensor's gradient has been used up.
    void release(Slot forwardSlot);

    [[nodiscard]] const Block& block() const { return m_block; }
    /// dy has this slot's shape; empty name where the block makes the gradient itself (a head).
    Result<Block> finish(bool startsFromOutputGradient = true);

private:
    Block m_block;
    std::vector<std::function<void()>> m_steps;
    std::vector<Slot> m_gradients; ///< by forward slot
    struct Gathered {
        Slot whole;
        Slot shard;
    };
    std::vector<Gathered> m_shards;
    bool m_backward = false;
    bool m_tooLarge = false;
};

} // namespace sublinear
