// SPDX-License-Identifier: MIT
#include "gpu/run/pool_memory.h"

#include "core/base/to_index.h"
#include "gpu/run/run_error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sublinear {

namespace {

constexpr std::byte kBand { 0xA7 };

Bytes elementBytes(ElementType type, Bytes real)
{
    return type == ElementType::Fp32 ? real : bytesPerElement(type);
}

} // namespace

void BlockAllocator::Block::Free::operator()(std::byte* bytes) const
{
    std::free(bytes); // NOLINT(cppcoreguidelines-no-malloc): the counterpart of aligned_alloc
}

bool BlockAllocator::Block::bandsWhole() const
{
    const auto whole = [](const std::byte* band) {
        return std::all_of(band, band + kGranuleBytes, [](std::byte each) { return each == kBand; });
    };
    return whole(m_bytes.get()) && whole(data() + m_granuleBytes);
}

BlockAllocator::Block BlockAllocator::allocate(Bytes bytes)
{
    Block block;
    block.m_granuleBytes = inGranules(bytes);
    if (m_limit && m_used + block.m_granuleBytes > *m_limit) {
        return {};
    }
    const std::size_t whole = toIndex(block.m_granuleBytes + 2 * kGranuleBytes);
    block.m_bytes.reset(static_cast<std::byte*>(std::aligned_alloc(toIndex(kGranuleBytes), whole))); // NOLINT
    if (!block) {
        return {};
    }
    std::memset(block.m_bytes.get(), std::to_integer<int>(kBand), toIndex(kGranuleBytes));
    std::memset(block.data(), kPoison, toIndex(block.m_granuleBytes));
    std::memset(block.data() + block.m_granuleBytes, std::to_integer<int>(kBand), toIndex(kGranuleBytes));
    m_used += block.m_granuleBytes;
    m_high = std::max(m_high, m_used);
    return block;
}

void BlockAllocator::free(Block& block)
{
    if (block) {
        std::memset(block.data(), kPoison, toIndex(block.m_granuleBytes));
        m_used -= block.m_granuleBytes;
        block = {};
    }
}

Result<std::unique_ptr<PoolMemory>> PoolMemory::create(const RunPlan& plan, std::optional<Bytes> limit, Stop* stop)
{
    std::unique_ptr<PoolMemory> memory(new PoolMemory(plan)); // NOLINT: the constructor is private
    if (limit) {
        memory->m_allocator.setLimit(*limit);
    }
    for (const StateKind kind : kStateKinds) {
        for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
            const ProgramParameter& parameter = plan.program.parameters[i];
            if (!plan.states.owned(static_cast<ParameterId>(i))) {
                continue;
            }
            if (stop != nullptr && stop->poll()) {
                return stop->error();
            }
            const Bytes bytes = parameter.shape.elements().value().value_or(0) * plan.states.bytesOf(kind);
            if (bytes == 0) {
                continue;
            }
            BlockAllocator::Block& block = memory->m_states[i][static_cast<std::size_t>(kind)];
            block = memory->m_allocator.allocate(bytes);
            if (!block) {
                return memory->outOfMemory(parameter.name, bytes);
            }
        }
    }
    memory->m_stateBytes = memory->m_allocator.used();
    return memory;
}

PoolMemory::PoolMemory(const RunPlan& plan)
    : m_plan(plan)
    , m_needs(plan.program.storages.size(), 0)
    , m_blocks(plan.program.storages.size())
    , m_states(plan.program.parameters.size())
{
    for (const ProgramTensor& tensor : plan.program.tensors) {
        const Bytes bytes =
            tensor.shape.elements().value().value_or(0) * elementBytes(tensor.type, plan.elementBytes());
        Bytes& need = m_needs[toIndex(tensor.storage)];
        need = std::max(need, bytes);
    }
}

std::byte* PoolMemory::state(StateKind kind, ParameterId parameter)
{
    const auto owner = toIndex(m_plan.states.owners[toIndex(parameter)]);
    return m_states[owner][static_cast<std::size_t>(kind)].data();
}

Status PoolMemory::allocate(StorageId storage)
{
    const Bytes bytes = m_needs[toIndex(storage)];
    BlockAllocator::Block block = m_allocator.allocate(bytes);
    if (!block) {
        return outOfMemory(nameOf(storage), bytes);
    }
    m_blocks[toIndex(storage)] = std::move(block);
    m_live += bytes;
    return success();
}

void PoolMemory::free(StorageId storage)
{
    if (!m_broken) {
        m_broken = brokenStorage(storage);
    }
    m_allocator.free(m_blocks[toIndex(storage)]);
    m_live -= m_needs[toIndex(storage)];
}

std::byte* PoolMemory::at(StorageId storage)
{
    const BlockAllocator::Block& block = m_blocks[toIndex(storage)];
    return block ? block.data() : nullptr;
}

void PoolMemory::reset()
{
    for (BlockAllocator::Block& block : m_blocks) {
        m_allocator.free(block);
    }
    m_live = 0;
}

std::optional<std::string> PoolMemory::brokenStorage(StorageId storage) const
{
    const BlockAllocator::Block& block = m_blocks[toIndex(storage)];
    return block && !block.bandsWhole() ? std::optional(std::string(nameOf(storage))) : std::nullopt;
}

std::optional<std::string> PoolMemory::brokenState(ParameterId parameter) const
{
    const auto& blocks = m_states[toIndex(m_plan.states.owners[toIndex(parameter)])];
    const bool whole = std::all_of(
        blocks.begin(), blocks.end(), [](const BlockAllocator::Block& block) { return !block || block.bandsWhole(); });
    return whole ? std::nullopt : std::optional(std::string(m_plan.program.parameters[toIndex(parameter)].name));
}

std::optional<std::string> PoolMemory::brokenBand(std::size_t op) const
{
    const Program& program = m_plan.program;
    const ProgramOp& spec = program.ops[op];
    std::optional<std::string> broken;
    for (const TensorList* tensors : { &spec.writes, &spec.reads }) {
        for (const TensorId tensor : *tensors) {
            if (!broken && tensor != kNoTensor) {
                broken = brokenStorage(program.tensors[toIndex(tensor)].storage);
            }
        }
    }
    for (const auto* parameters : { &spec.gradients, &spec.parameters }) {
        for (const ParameterId parameter : *parameters) {
            broken = broken ? broken : brokenState(parameter);
        }
    }
    return broken || spec.kernel != Kernel::OptimizerStep ? broken : brokenBand();
}

std::optional<std::string> PoolMemory::brokenBand() const
{
    std::optional<std::string> broken = m_broken;
    for (std::size_t i = 0; i < m_blocks.size() && !broken; ++i) {
        broken = brokenStorage(static_cast<StorageId>(i));
    }
    for (std::size_t i = 0; i < m_states.size() && !broken; ++i) {
        broken = brokenState(static_cast<ParameterId>(i));
    }
    return broken;
}

std::string_view PoolMemory::nameOf(StorageId storage) const
{
    const auto found = std::find_if(m_plan.program.tensors.begin(), m_plan.program.tensors.end(),
        [storage](const ProgramTensor& tensor) { return tensor.storage == storage; });
    return found == m_plan.program.tensors.end() ? std::string_view("a storage") : found->name;
}

Error PoolMemory::outOfMemory(std::string_view name, Bytes bytes) const
{
    std::string message = "memory: no " + std::to_string(bytes) + " bytes for " + std::string(name) + " beside "
        + std::to_string(m_allocator.used()) + " in use";
    const auto largest = std::max_element(m_blocks.begin(), m_blocks.end(),
        [](const auto& a, const auto& b) { return a.granuleBytes() < b.granuleBytes(); });
    if (largest != m_blocks.end() && *largest) {
        message += " (the largest: " + std::string(nameOf(static_cast<StorageId>(largest - m_blocks.begin()))) + ", "
            + std::to_string(largest->granuleBytes()) + ")";
    }
    return runError(FaultClass::OutOfMemory, std::move(message));
}

} // namespace sublinear
