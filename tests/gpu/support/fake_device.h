// SPDX-License-Identifier: MIT
#pragma once

#include "fake_cuda.h"
#include "gpu/cuda/kernels/dispatch.h"
#include "host_launcher.h"

#include <vector>

namespace sublinear::testing {

/// A device that computes: CUDA's kernels on the host.
class FakeDevice : public FakeCuda {
public:
    FakeDevice() { devices.push_back(fakeDevice(0)); }

    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        if (!isCapturing()) {
            return compute(call, work);
        }
        // as a launch does: with the values that its arguments have now
        return later([this, kept = KeptCall(call), work] { return compute(kept.call(), work); });
    }
    CudaCode addNotFinite(const float* values, Count count, const CudaWork& work) override
    {
        HostLauncher launcher = launcherOf(work);
        cuda::countNotFinite(launcher, values, count);
        return launcher.code();
    }

private:
    /// A call whose operands outlive the next one.
    class KeptCall {
    public:
        explicit KeptCall(const OpCall& call)
            : m_call(call)
            , m_reads(call.reads.begin(), call.reads.end())
            , m_writes(call.writes.begin(), call.writes.end())
            , m_parameters(call.parameters.begin(), call.parameters.end())
            , m_gradients(call.gradients.begin(), call.gradients.end())
        {
        }
        [[nodiscard]] OpCall call() const
        {
            OpCall call = m_call;
            call.reads = m_reads;
            call.writes = m_writes;
            call.parameters = m_parameters;
            call.gradients = m_gradients;
            return call;
        }

    private:
        OpCall m_call;
        std::vector<Operand> m_reads;
        std::vector<Operand> m_writes;
        std::vector<Operand> m_parameters;
        std::vector<Operand> m_gradients;
    };

    CudaCode compute(const OpCall& call, const CudaWork& work)
    {
        const auto kernel = cuda::kernelOf<HostLauncher>(call);
        HostLauncher launcher = launcherOf(work);
        kernel(call, launcher);
        return launcher.code();
    }
    HostLauncher launcherOf(const CudaWork& work)
    {
        HostLauncher launcher(work.parts, work.sum);
        launcher.usesTensorCores = work.tensorCores;
        launcher.before = [this](const char* name) { return step(name); };
        return launcher;
    }
};

} // namespace sublinear::testing
