// SPDX-License-Identifier: MIT
#include "core/program/placement.h"
#include "gpu/cuda/device_marks.h"
#include "gpu/selftest/device_setup.h"

#include <array>
#include <string>

namespace sublinear {

namespace {

/// A pool and an event or two, given back at the end.
class MeterHandles {
public:
    explicit MeterHandles(const CudaSession& session)
        : m_session(session)
    {
    }
    ~MeterHandles()
    {
        static_cast<void>(m_session.runtime().synchronise(m_session.stream()));
        for (const CudaEvent event : events) {
            m_session.runtime().destroyEvent(event);
        }
        if (pool.handle != nullptr) {
            m_session.runtime().destroyPool(pool);
        }
    }
    MeterHandles(const MeterHandles&) = delete;
    MeterHandles& operator=(const MeterHandles&) = delete;
    MeterHandles(MeterHandles&&) = delete;
    MeterHandles& operator=(MeterHandles&&) = delete;

    CudaPool pool;
    std::array<CudaEvent, 3> events;

private:
    const CudaSession& m_session;
};

// The first of some calls that did not go well.
class FirstError {
public:
    explicit FirstError(const CudaSession& session)
        : m_session(session)
    {
    }
    void operator()(CudaCode code, std::string_view doing)
    {
        if (m_status) {
            m_status = m_session.check(code, doing);
        }
    }
    [[nodiscard]] const Status& status() const { return m_status; }

private:
    const CudaSession& m_session;
    Status m_status = success();
};

// Two tensors from a pool, one given back while the device still works: what the pool says then, and at the end.
CheckOutcome poolMeter(const CudaSession& session, Bytes metered)
{
    const Bytes firstBytes = 2 * metered;
    const Bytes secondBytes = metered;
    CudaRuntime& runtime = session.runtime();
    MeterHandles handles(session);
    FirstError error(session);
    void* first = nullptr;
    void* second = nullptr;
    std::array<CudaPoolUse, 4> use;
    error(runtime.createPool(handles.pool), "a memory pool");
    error(runtime.allocateFrom(handles.pool, firstBytes, session.stream(), first), "the first tensor");
    error(runtime.allocateFrom(handles.pool, secondBytes, session.stream(), second), "the second tensor");
    error(runtime.synchronise(session.stream()), "the pool");
    error(runtime.poolUse(handles.pool, use[0]), "the pool");
    for (int i = 0; i < 64 && first != nullptr; ++i) { // some milliseconds
        error(runtime.fill(first, i, firstBytes, session.stream()), "filling");
    }
    if (first != nullptr) {
        error(runtime.freeTo(first, session.stream()), "freeing");
    }
    error(runtime.poolUse(handles.pool, use[1]), "the pool");
    error(runtime.synchronise(session.stream()), "the pool");
    error(runtime.poolUse(handles.pool, use[2]), "the pool");
    error(runtime.resetPoolHigh(handles.pool), "the pool");
    error(runtime.poolUse(handles.pool, use[3]), "the pool");
    if (second != nullptr) {
        error(runtime.freeTo(second, session.stream()), "freeing");
    }
    if (!error.status()) {
        return failedCheck(error.status().error().message);
    }
    const bool right = use[0].current == firstBytes + secondBytes && use[0].high == firstBytes + secondBytes
        && use[2].current == secondBytes && use[2].high == firstBytes + secondBytes
        && (use[3].high == secondBytes || use[3].high == 0);
    const std::string falls = use[1].current == secondBytes ? "as soon as a tensor is freed"
        : use[1].current == firstBytes + secondBytes        ? "when the device gets to the free"
                                                            : "to neither figure at the free";
    return passedIf(right,
        std::to_string(use[0].current) + " of " + std::to_string(firstBytes + secondBytes) + " bytes in use, "
            + std::to_string(use[2].current) + " after a free, high-water mark " + std::to_string(use[2].high)
            + ", reset " + std::to_string(use[3].high) + "; the figure falls " + falls);
}

// One granule written to, of many: found, and no other.
CheckOutcome marksMeter(const CudaSession& session, Bytes /*metered*/)
{
    constexpr Bytes kGranules = 4096;
    constexpr Bytes kWritten = 1234;
    const Result<CudaBlock> block = CudaBlock::allocate(session, kGranules * kGranuleBytes, "marks");
    if (!block) {
        return failedCheck(block.error().message);
    }
    std::array<Bytes, 2> found {};
    for (const bool writes : { false, true }) {
        DeviceMarks marks(session, block->data(), block->bytes());
        for (const int round : { 0, 1 }) {
            Status status = marks.fill(round);
            if (status && writes) {
                const std::byte one {};
                status = session.toDevice(block->data() + kWritten * kGranuleBytes + 7, &one, 1, "a byte");
            }
            status = status ? marks.look(round) : status;
            if (!status) {
                return failedCheck(status.error().message);
            }
        }
        found[writes ? 1 : 0] = marks.touchedBytes();
    }
    return passedIf(found[0] == 0 && found[1] == kGranuleBytes,
        "a byte written in " + std::to_string(kGranules * kGranuleBytes) + ": " + std::to_string(found[1])
            + " bytes touched, and " + std::to_string(found[0]) + " without it");
}

// What is allocated is missing from what the device has free.
CheckOutcome freeMemoryMeter(const CudaSession& session, Bytes metered)
{
    constexpr Bytes kPage = Bytes { 2 } << 20;
    Bytes before = 0;
    Bytes between = 0;
    Bytes after = 0;
    Bytes total = 0;
    FirstError error(session);
    error(session.runtime().memory(before, total), "free memory");
    {
        const Result<CudaBlock> block = CudaBlock::allocate(session, metered, "a block");
        if (!block) {
            return failedCheck(block.error().message);
        }
        error(session.runtime().memory(between, total), "free memory");
    }
    error(session.runtime().memory(after, total), "free memory");
    if (!error.status()) {
        return failedCheck(error.status().error().message);
    }
    const Bytes taken = before - between;
    return passedIf(taken >= metered && taken <= metered + kPage && after <= total,
        std::to_string(metered) + " bytes allocated: " + std::to_string(taken) + " fewer free, and "
            + std::to_string(after - between) + " more again; another program would show here too");
}

// More work takes longer between two events.
CheckOutcome eventMeter(const CudaSession& session, Bytes metered)
{
    const Result<CudaBlock> block = CudaBlock::allocate(session, metered, "a block");
    if (!block) {
        return failedCheck(block.error().message);
    }
    CudaRuntime& runtime = session.runtime();
    MeterHandles handles(session);
    FirstError error(session);
    for (CudaEvent& event : handles.events) {
        error(runtime.createEvent(event), "an event");
    }
    const auto fills = [&](int count) {
        for (int i = 0; i < count; ++i) {
            error(runtime.fill(block->data(), i, metered, session.stream()), "filling");
        }
    };
    fills(4);
    error(runtime.record(handles.events[0], session.stream()), "an event");
    fills(1);
    error(runtime.record(handles.events[1], session.stream()), "an event");
    fills(32);
    error(runtime.record(handles.events[2], session.stream()), "an event");
    error(runtime.synchronise(session.stream()), "events");
    float one = 0.0F;
    float many = 0.0F;
    float both = 0.0F;
    error(runtime.elapsed(handles.events[0], handles.events[1], one), "events");
    error(runtime.elapsed(handles.events[1], handles.events[2], many), "events");
    error(runtime.elapsed(handles.events[0], handles.events[2], both), "events");
    if (!error.status()) {
        return failedCheck(error.status().error().message);
    }
    constexpr float kClock = 0.01F; // milliseconds
    const float gap = both > one + many ? both - one - many : one + many - both;
    return passedIf(one > 0.0F && many >= one && gap <= kClock,
        "one fill " + std::to_string(one) + " ms, 32 fills " + std::to_string(many) + " ms, all " + std::to_string(both)
            + " ms");
}

} // namespace

std::vector<SelfCheck> deviceMeterChecks(const DeviceUnderTest& device)
{
    const auto check = [&device](std::string name, CheckOutcome (*run)(const CudaSession&, Bytes)) {
        return SelfCheck { std::move(name),
            [&device, run](const SelfTestSetup&) { return run(device.session, device.sizes.metered); } };
    };
    return { check("meter: memory pool", &poolMeter), check("meter: touched bytes", &marksMeter),
        check("meter: free memory", &freeMemoryMeter), check("meter: events", &eventMeter) };
}

} // namespace sublinear
