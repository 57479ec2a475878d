// SPDX-License-Identifier: MIT
#include "gpu/run/cpu_backend.h"

#include "core/base/to_index.h"
#include "gpu/run/run_error.h"

#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace sublinear {

namespace {

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

void CpuBackend::setStop(Stop* stop)
{
    m_stop = stop;
    m_calls.setStop(stop);
}

Status CpuBackend::beginStep(std::int64_t trainingStep)
{
    m_calls.setTrainingStep(trainingStep);
    m_calls.results().loss = 0.0;
    for (const OptimizerSlot& slot : m_calls.optimizer()) {
        if (m_stop != nullptr && m_stop->poll()) {
            break; // before the first operation
        }
        auto* const bytes = static_cast<std::byte*>(slot.gradient);
        m_pool.forEach(slot.elements * m_plan.elementBytes(), kZeroGrain,
            [bytes](std::int64_t begin, std::int64_t end) { std::memset(bytes + begin, 0, toIndex(end - begin)); });
    }
    return success();
}

Status CpuBackend::run(std::size_t op)
{
    const auto failed = [this, op](FaultClass kind, const char* why) -> Status {
        return runError(kind,
            "kernel " + std::string(m_plan.program.ops[op].name) + " (operation " + std::to_string(op) + "): " + why);
    };
    try { // no exception leaves a kernel
        Status status = m_kernels(m_calls.at(op), m_pool);
        return status && m_stop != nullptr && m_stop->flag() ? Status(m_stop->error()) : status;
    } catch (const std::bad_alloc&) {
        return failed(FaultClass::OutOfMemory, "the system gave no more memory");
    } catch (const std::exception& error) {
        return failed(FaultClass::DeviceFault, error.what());
    } catch (...) {
        return failed(FaultClass::DeviceFault, "something was thrown");
    }
}

} // namespace sublinear
