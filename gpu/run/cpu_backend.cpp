// SPDX-License-Identifier: MIT
#include "gpu/run/cpu_backend.h"

#include <cstring>
#include <utility>

namespace sublinear {

namespace {

std::size_t index(std::int64_t value)
{
    return static_cast<std::size_t>(value);
}

constexpr std::int64_t kZeroGrain = 1 << 20; // bytes

} // namespace

CpuBackend::CpuBackend(const RunPlan& plan, Memory& memory, ThreadPool& pool, Kernels kernels)
    : m_plan(plan)
    , m_memory(memory)
    , m_pool(pool)
    , m_kernels(std::move(kernels))
    , m_calls(plan, memory)
{
}

void CpuBackend::beginStep(std::int64_t trainingStep)
{
    m_calls.setTrainingStep(trainingStep);
    m_calls.results().loss = 0.0;
    for (const OptimizerSlot& slot : m_calls.optimizer()) {
        auto* const bytes = static_cast<std::byte*>(slot.gradient);
        m_pool.forEach(slot.elements * m_plan.elementBytes(), kZeroGrain,
            [bytes](std::int64_t begin, std::int64_t end) { std::memset(bytes + begin, 0, index(end - begin)); });
    }
}

Status CpuBackend::run(std::size_t op)
{
    return m_kernels(m_calls.at(op), m_pool);
}

} // namespace sublinear
