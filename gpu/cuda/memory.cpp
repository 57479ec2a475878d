// SPDX-License-Identifier: MIT
#include "gpu/cuda/memory.h"

#include "core/base/to_index.h"
#include "core/program/placement.h"
#include "gpu/run/run_error.h"
#include "gpu/run/slab_memory.h"

#include <algorithm>
#include <string>

namespace sublinear {

CudaSlabMemory::CudaSlabMemory(const RunPlan& plan, const CudaSession& session, std::byte* slab, bool poison)
    : m_plan(plan)
    , m_session(session)
    , m_slab(slab)
    , m_poison(poison)
    , m_alive(plan.program.storages.size(), false)
{
}

std::byte* CudaSlabMemory::state(StateKind kind, ParameterId parameter)
{
    return m_slab + m_plan.states.offsetOf(kind, parameter);
}

Status CudaSlabMemory::allocate(StorageId storage)
{
    m_alive[toIndex(storage)] = true;
    const CudaCode code = m_lost == CudaCode::Success ? poison(storage) : m_lost;
    return code == CudaCode::Success ? success() : m_session.check(code, "filling memory");
}

void CudaSlabMemory::free(StorageId storage)
{
    if (m_lost == CudaCode::Success) {
        m_lost = poison(storage);
    }
    m_alive[toIndex(storage)] = false;
}

std::byte* CudaSlabMemory::at(StorageId storage)
{
    return m_alive[toIndex(storage)] ? m_slab + m_plan.states.totalBytes() + m_plan.placement.offsets[toIndex(storage)]
                                     : nullptr;
}

void CudaSlabMemory::reset()
{
    m_alive.assign(m_alive.size(), false);
    m_lost = CudaCode::Success;
}

CudaCode CudaSlabMemory::poison(StorageId storage)
{
    return m_poison ? m_session.runtime().fill(
               at(storage), kPoison, inGranules(m_plan.program.storages[toIndex(storage)].bytes), m_session.stream())
                    : CudaCode::Success;
}

CudaPoolMemory::CudaPoolMemory(const RunPlan& plan, const CudaSession& session)
    : m_plan(plan)
    , m_session(session)
    , m_needs(plan.program.storages.size(), 0)
    , m_blocks(plan.program.storages.size(), nullptr)
    , m_states(plan.program.parameters.size() * kStateKinds.size(), nullptr)
{
    for (const ProgramTensor& tensor : plan.program.tensors) {
        Bytes& need = m_needs[toIndex(tensor.storage)];
        const Count elements = tensor.shape.elements().value().value_or(0);
        need = std::max(need, inGranules(elements * bytesPerElement(tensor.type)));
    }
}

Result<std::unique_ptr<CudaPoolMemory>> CudaPoolMemory::create(const RunPlan& plan, const CudaSession& session)
{
    std::unique_ptr<CudaPoolMemory> memory(new CudaPoolMemory(plan, session)); // NOLINT: the constructor is private
    if (Status status = memory->start(); !status) {
        return status.error();
    }
    return memory;
}

Status CudaPoolMemory::start()
{
    if (Status status = m_session.check(m_session.runtime().createPool(m_pool), "a memory pool"); !status) {
        return status;
    }
    for (std::size_t i = 0; i < m_plan.program.parameters.size(); ++i) {
        const ProgramParameter& parameter = m_plan.program.parameters[i];
        if (!m_plan.states.owned(static_cast<ParameterId>(i))) {
            continue;
        }
        for (std::size_t kind = 0; kind < kStateKinds.size(); ++kind) {
            const Bytes bytes = inGranules(parameter.elements * m_plan.states.bytesOf(kStateKinds[kind]));
            if (bytes == 0) {
                continue;
            }
            const Result<std::byte*> block = take(bytes, parameter.name);
            if (!block) {
                return block.error();
            }
            m_states[i * kStateKinds.size() + kind] = *block;
        }
    }
    return success();
}

CudaPoolMemory::~CudaPoolMemory()
{
    CudaPoolMemory::reset();
    for (std::byte* const block : m_states) {
        if (block != nullptr) {
            m_session.runtime().freeTo(block, m_session.stream());
        }
    }
    if (m_pool.handle != nullptr) {
        static_cast<void>(m_session.runtime().synchronise(m_session.stream()));
        m_session.runtime().destroyPool(m_pool);
    }
}

Result<std::byte*> CudaPoolMemory::take(Bytes bytes, std::string_view name)
{
    void* memory = nullptr;
    const CudaCode code = m_session.runtime().allocateFrom(m_pool, bytes, m_session.stream(), memory);
    if (code != CudaCode::Success) {
        const Error error = m_session.check(code, name).error();
        return Error { error.message + ": " + std::to_string(bytes) + " bytes beside " + std::to_string(m_ledger)
                + " in use" + largestAlive(),
            error.field };
    }
    m_ledger += bytes;
    return static_cast<std::byte*>(memory);
}

std::byte* CudaPoolMemory::state(StateKind kind, ParameterId parameter)
{
    const auto owner = toIndex(m_plan.states.owners[toIndex(parameter)]);
    return m_states[owner * kStateKinds.size() + static_cast<std::size_t>(kind)];
}

Status CudaPoolMemory::allocate(StorageId storage)
{
    if (m_lost != CudaCode::Success) {
        return m_session.check(m_lost, "freeing a tensor");
    }
    const Result<std::byte*> block = take(m_needs[toIndex(storage)], nameOf(storage));
    if (!block) {
        return block.error();
    }
    m_blocks[toIndex(storage)] = *block;
    return success();
}

void CudaPoolMemory::free(StorageId storage)
{
    std::byte*& block = m_blocks[toIndex(storage)];
    if (block == nullptr) {
        return;
    }
    const CudaCode code = m_session.runtime().freeTo(block, m_session.stream());
    m_lost = m_lost == CudaCode::Success ? code : m_lost;
    m_ledger -= m_needs[toIndex(storage)];
    block = nullptr;
}

std::byte* CudaPoolMemory::at(StorageId storage)
{
    return m_blocks[toIndex(storage)];
}

void CudaPoolMemory::reset()
{
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        free(static_cast<StorageId>(i));
    }
    m_lost = CudaCode::Success;
}

Result<CudaPoolUse> CudaPoolMemory::use() const
{
    if (Status status = m_session.finish("the memory pool"); !status) {
        return status.error();
    }
    CudaPoolUse use;
    if (Status status = m_session.check(m_session.runtime().poolUse(m_pool, use), "the memory pool"); !status) {
        return status.error();
    }
    return use;
}

Status CudaPoolMemory::resetHigh() const
{
    if (Status status = m_session.finish("the memory pool"); !status) {
        return status;
    }
    return m_session.check(m_session.runtime().resetPoolHigh(m_pool), "the memory pool");
}

std::string_view CudaPoolMemory::nameOf(StorageId storage) const
{
    const auto found = std::find_if(m_plan.program.tensors.begin(), m_plan.program.tensors.end(),
        [storage](const ProgramTensor& tensor) { return tensor.storage == storage; });
    return found == m_plan.program.tensors.end() ? std::string_view("a storage") : found->name;
}

// Who holds the rest: the five largest.
std::string CudaPoolMemory::largestAlive() const
{
    constexpr std::size_t kNamed = 5;
    std::vector<StorageId> alive;
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (m_blocks[i] != nullptr) {
            alive.push_back(static_cast<StorageId>(i));
        }
    }
    std::stable_sort(alive.begin(), alive.end(),
        [this](StorageId a, StorageId b) { return m_needs[toIndex(a)] > m_needs[toIndex(b)]; });
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, alive.size()); ++i) {
        text +=
            (i == 0 ? " (" : ", ") + std::string(nameOf(alive[i])) + " " + std::to_string(m_needs[toIndex(alive[i])]);
    }
    if (alive.size() > kNamed) {
        text += " and " + std::to_string(alive.size() - kNamed) + " more";
    }
    return text.empty() ? text : text + ")";
}

Status fitsOnDevice(const RunPlan& plan, const CudaSession& session)
{
    Bytes free = 0;
    Bytes total = 0;
    if (Status status = session.check(session.runtime().memory(free, total), "the device's memory"); !status) {
        return status;
    }
    return SlabMemory::fits(plan, free);
}

} // namespace sublinear
