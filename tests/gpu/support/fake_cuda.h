// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/nvml.h"
#include "gpu/cuda/runtime.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sublinear::testing {

/// CUDA on the host: memory is the host's, work is done at once. Any call can be told to fail; after
/// an error that stays every call fails, as on a device.
class FakeCuda : public CudaRuntime {
public:
    std::vector<CudaDeviceInfo> devices;
    CudaCode countCode = CudaCode::Success; ///< of deviceCount
    int driver = 13000;
    std::vector<std::string> products; ///< what chosenProducts says
    Bytes capacity = Bytes { 1 } << 40; ///< of a device

    /// From now on the n-th call (0 the next) whose name starts so returns the code.
    void failAt(std::string name, int n, CudaCode code) { m_plan = { std::move(name), n, code }; }
    /// What `Success` of that name has come to so far, failed ones counted.
    [[nodiscard]] int calls(const std::string& name) const
    {
        const auto found = m_calls.find(name);
        return found == m_calls.end() ? 0 : found->second;
    }
    [[nodiscard]] Bytes liveBytes() const { return m_live; }
    [[nodiscard]] std::size_t liveHandles() const { return m_handles.size(); }
    [[nodiscard]] bool isCapturing() const { return m_isCapturing; }
    [[nodiscard]] bool faulted() const { return m_sticky != CudaCode::Success; }

    CudaCode deviceCount(int& count) override
    {
        count = countCode == CudaCode::Success ? static_cast<int>(devices.size()) : 0;
        return countCode;
    }
    CudaCode deviceInfo(int device, CudaDeviceInfo& info) override
    {
        const CudaCode code = step("deviceInfo");
        if (code == CudaCode::Success) {
            info = devices.at(static_cast<std::size_t>(device));
        }
        return code;
    }
    int driverVersion() override { return driver; }
    int runtimeVersion() override { return 13000; }
    std::string nameOf(CudaCode code) override
    {
        return code == CudaCode::MemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaErrorFake";
    }
    CudaCode useDevice(int device) override
    {
        const CudaCode code = step("useDevice");
        return code == CudaCode::Success && device >= static_cast<int>(devices.size()) ? CudaCode::InvalidDevice : code;
    }
    CudaCode memory(Bytes& free, Bytes& total) override
    {
        free = capacity - m_live;
        total = capacity;
        return step("memory");
    }
    CudaCode lastError() override { return m_sticky; }

    CudaCode createStream(CudaStream& stream) override { return create("createStream", stream.handle); }
    CudaCode destroyStream(CudaStream stream) override { return destroy(stream.handle); }
    CudaCode synchronise(CudaStream) override { return step("synchronise"); }

    CudaCode allocate(Bytes bytes, void*& memory) override { return take("allocate", bytes, memory); }
    CudaCode free(void* memory) override
    {
        give(memory);
        return m_sticky;
    }
    CudaCode createPool(CudaPool& pool) override { return create("createPool", pool.handle); }
    CudaCode destroyPool(CudaPool pool) override { return destroy(pool.handle); }
    CudaCode allocateFrom(CudaPool, Bytes bytes, CudaStream, void*& memory) override
    {
        const CudaCode code = take("allocateFrom", bytes, memory);
        if (code == CudaCode::Success) {
            m_pooled[memory] = bytes;
            m_pool.current += bytes;
            m_pool.high = std::max(m_pool.high, m_pool.current);
        }
        return code;
    }
    CudaCode freeTo(void* memory, CudaStream) override
    {
        if (const auto found = m_pooled.find(memory); found != m_pooled.end()) {
            m_pool.current -= found->second;
            m_pooled.erase(found);
        }
        give(memory);
        return m_sticky;
    }
    CudaCode poolUse(CudaPool, CudaPoolUse& use) override
    {
        use = m_pool;
        return step("poolUse");
    }
    CudaCode resetPoolHigh(CudaPool) override
    {
        m_pool.high = m_pool.current;
        return step("resetPoolHigh");
    }

    CudaCode fill(void* memory, int byte, Bytes bytes, CudaStream) override
    {
        return work("fill", [=] { std::memset(memory, byte, static_cast<std::size_t>(bytes)); });
    }
    CudaCode copy(void* to, const void* from, Bytes bytes, CudaCopy, CudaStream) override
    {
        return work("copy", [=] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
    }

    CudaCode beginCapture(CudaStream) override
    {
        const CudaCode code = step("beginCapture");
        m_isCapturing = code == CudaCode::Success;
        return code;
    }
    CudaCode endCapture(CudaStream, CudaGraph& graph) override
    {
        m_isCapturing = false;
        const CudaCode code = create("endCapture", graph.handle);
        if (graph.handle != nullptr) {
            m_graphs[graph.handle] = std::move(m_captured);
        }
        m_captured.clear();
        return code;
    }
    CudaCode runGraph(CudaGraph graph, CudaStream) override
    {
        CudaCode code = step("runGraph");
        for (const std::function<CudaCode()>& work : m_graphs[graph.handle]) {
            code = code == CudaCode::Success ? work() : code;
        }
        return code;
    }
    CudaCode destroyGraph(CudaGraph graph) override
    {
        m_graphs.erase(graph.handle);
        return destroy(graph.handle);
    }

    CudaCode createEvent(CudaEvent& event) override { return create("createEvent", event.handle); }
    CudaCode destroyEvent(CudaEvent event) override { return destroy(event.handle); }
    CudaCode record(CudaEvent event, CudaStream) override
    {
        m_times[event.handle] = ++m_clock;
        return step("record");
    }
    CudaCode elapsed(CudaEvent begin, CudaEvent end, float& milliseconds) override
    {
        milliseconds = static_cast<float>(m_times[end.handle] - m_times[begin.handle]);
        return step("elapsed");
    }

    CudaCode openProducts() override { return step("openProducts"); }
    std::vector<std::string> chosenProducts() override { return products; }
    /// Computes nothing; FakeDevice does.
    CudaCode run(const OpCall& /*call*/, const CudaWork& /*work*/) override { return step("run"); }
    CudaCode addNotFinite(const float* /*values*/, Count /*count*/, const CudaWork& /*work*/) override
    {
        return step("addNotFinite");
    }

protected:
    CudaCode step(const std::string& name)
    {
        ++m_calls[name];
        if (m_sticky != CudaCode::Success) {
            return m_sticky;
        }
        if (m_isCapturing && name != "fill" && name != "copy" && name != "run" && name != "endCapture") {
            return CudaCode { 900 }; // cudaErrorStreamCaptureUnsupported
        }
        if (!m_plan || name.rfind(m_plan->name, 0) != 0 || m_plan->after-- > 0) {
            return CudaCode::Success;
        }
        const CudaCode code = m_plan->code;
        m_plan.reset();
        if (classify(code) == CudaFailure::Fault) {
            m_sticky = code;
        }
        return code;
    }
    CudaCode work(const std::string& name, const std::function<void()>& body)
    {
        const CudaCode code = step(name);
        if (code == CudaCode::Success) {
            later([body] {
                body();
                return CudaCode::Success;
            });
        }
        return code;
    }
    /// Does it now, or puts it into the graph that is being captured.
    CudaCode later(std::function<CudaCode()> body)
    {
        if (!m_isCapturing) {
            return body();
        }
        m_captured.push_back(std::move(body));
        return CudaCode::Success;
    }

private:
    struct Plan {
        std::string name;
        int after = 0;
        CudaCode code = CudaCode::Success;
    };

    CudaCode create(const std::string& name, void*& handle)
    {
        const CudaCode code = step(name);
        handle = nullptr;
        if (code == CudaCode::Success) {
            handle = *m_handles.insert(std::malloc(1)).first; // NOLINT
        }
        return code;
    }
    CudaCode destroy(void* handle)
    {
        if (m_handles.erase(handle) > 0) {
            std::free(handle); // NOLINT
        }
        return m_sticky;
    }
    CudaCode take(const std::string& name, Bytes bytes, void*& memory)
    {
        CudaCode code = step(name);
        if (code == CudaCode::Success && bytes > capacity - m_live) {
            code = CudaCode::MemoryAllocation;
        }
        memory = nullptr;
        if (code == CudaCode::Success) {
            constexpr std::size_t kGranule = 256;
            const std::size_t size = (static_cast<std::size_t>(bytes) + kGranule - 1) / kGranule * kGranule;
            memory = std::aligned_alloc(kGranule, size + kGranule); // NOLINT: one more, for who writes beyond
            constexpr std::size_t kPoisoned = std::size_t { 4 } << 20; // only a workspace is larger: no pages for it
            std::memset(memory, 0xFF, std::min(size + kGranule, kPoisoned));
            m_blocks[memory] = bytes;
            m_live += bytes;
        }
        return code;
    }
    void give(void* memory)
    {
        if (const auto found = m_blocks.find(memory); found != m_blocks.end()) {
            m_live -= found->second;
            m_blocks.erase(found);
            std::free(memory); // NOLINT
        }
    }

    bool m_isCapturing = false;
    std::vector<std::function<CudaCode()>> m_captured;
    std::map<void*, std::vector<std::function<CudaCode()>>> m_graphs;
    std::optional<Plan> m_plan;
    std::map<std::string, int> m_calls;
    CudaCode m_sticky = CudaCode::Success;
    std::map<void*, Bytes> m_blocks;
    std::map<void*, Bytes> m_pooled;
    std::set<void*> m_handles;
    std::map<void*, int> m_times;
    CudaPoolUse m_pool;
    Bytes m_live = 0;
    int m_clock = 0;
};

inline CudaDeviceInfo fakeDevice(int index)
{
    CudaDeviceInfo info;
    info.name = "Fake GPU " + std::to_string(index);
    info.pciBusId = "0000:0" + std::to_string(index) + ":00.0";
    info.major = 9;
    info.minor = index;
    info.multiprocessors = 132;
    info.memoryBytes = Bytes { 80 } << 30;
    return info;
}

/// Knows every device but those that it is told not to.
class FakeNvml : public Nvml {
public:
    std::map<std::string, NvmlState> states;
    std::string driver = "580.65.06";
    std::string driverVersion() override { return driver; }
    std::optional<NvmlState> state(const std::string& pciBusId) override
    {
        const auto found = states.find(pciBusId);
        return found == states.end() ? std::nullopt : std::optional(found->second);
    }
};

} // namespace sublinear::testing
