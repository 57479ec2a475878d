// SPDX-License-Identifier: MIT
#include "gpu/run/slab_memory.h"

#include "core/base/to_index.h"
#include "core/base/units.h"
#include "gpu/run/run_error.h"

#include <cstring>
#include <string>

namespace sublinear {

Result<Slab> slabFor(const RunPlan& plan, Bytes behind)
{
    Result<Slab> slab = Slab::create(plan.predictedBytes() + behind);
    if (slab) {
        return slab;
    }
    const std::string each = std::to_string(plan.states.kindBytes);
    return Error { slab.error().message + ": weights " + each + ", gradients " + each + ", AdamW's moments "
            + std::to_string(2 * plan.states.kindBytes) + ", the placed program "
            + std::to_string(plan.placement.placedBytes)
            + (behind > 0 ? ", room behind " + std::to_string(behind) : ""),
        slab.error().field };
}

Status SlabMemory::fits(const RunPlan& plan, Bytes bytes)
{
    if (plan.predictedBytes() <= bytes) {
        return success();
    }
    return runError(FaultClass::WouldNotFit,
        "memory: the run needs " + std::to_string(plan.predictedBytes()) + " bytes ("
            + std::to_string(plan.states.totalBytes()) + " of weights, gradients and AdamW's moments, "
            + std::to_string(plan.placement.placedBytes) + " of activations), and there are " + std::to_string(bytes));
}

SlabMemory::SlabMemory(const RunPlan& plan, Slab& slab, Options options)
    : m_plan(plan)
    , m_slab(slab)
    , m_options(options)
    , m_alive(plan.program.storages.size(), false)
{
}

std::byte* SlabMemory::state(StateKind kind, ParameterId parameter)
{
    return m_slab.data() + m_plan.states.offsetOf(kind, parameter);
}

Status SlabMemory::allocate(StorageId storage)
{
    if (m_options.refuse) {
        if (Status status = fits(m_plan, m_slab.bytes()); !status) {
            return status;
        }
    }
    m_alive[toIndex(storage)] = true;
    poison(storage);
    return success();
}

void SlabMemory::free(StorageId storage)
{
    poison(storage);
    m_alive[toIndex(storage)] = false;
}

std::byte* SlabMemory::at(StorageId storage)
{
    if (!m_alive[toIndex(storage)]) {
        return nullptr;
    }
    return m_slab.data() + m_plan.states.totalBytes() + m_plan.placement.offsets[toIndex(storage)];
}

void SlabMemory::reset()
{
    m_alive.assign(m_alive.size(), false);
}

void SlabMemory::poison(StorageId storage)
{
    if (m_options.poison) {
        std::memset(at(storage), kPoison, toIndex(inGranules(m_plan.program.storages[toIndex(storage)].bytes)));
    }
}

} // namespace sublinear
