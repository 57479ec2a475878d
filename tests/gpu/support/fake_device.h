// SPDX-License-Identifier: MIT
#pragma once

#include "fake_cuda.h"
#include "gpu/cuda/kernels/dispatch.h"
#include "host_launcher.h"

namespace sublinear::testing {

/// A device that computes: CUDA's kernels on the host.
class FakeDevice : public FakeCuda {
public:
    FakeDevice() { devices.push_back(fakeDevice(0)); }

    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        const auto kernel = cuda::kernelOf<HostLauncher>(call);
        HostLauncher launcher = launcherOf(work);
        kernel(call, launcher);
        return launcher.code();
    }
    CudaCode addNotFinite(const float* values, Count count, const CudaWork& work) override
    {
        HostLauncher launcher = launcherOf(work);
        cuda::countNotFinite(launcher, values, count);
        return launcher.code();
    }

private:
    HostLauncher launcherOf(const CudaWork& work)
    {
        HostLauncher launcher(work.parts, work.sum);
        launcher.usesTensorCores = work.tensorCores;
        launcher.before = [this](const char* name) { return step(name); };
        return launcher;
    }
};

} // namespace sublinear::testing
