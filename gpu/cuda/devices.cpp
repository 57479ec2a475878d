// SPDX-License-Identifier: MIT
#include "gpu/cuda/devices.h"

#include "gpu/cuda/module.h"

namespace sublinear {

namespace {

std::string reasonOf(CudaRuntime& runtime, CudaCode code)
{
    const std::string_view reason = noDeviceReason(code);
    return (reason.empty() ? std::string("the devices could not be listed") : std::string(reason)) + ": "
        + codeText(code, runtime.nameOf(code));
}

std::string driverText(CudaRuntime& runtime, Nvml* nvml)
{
    const int version = runtime.driverVersion();
    if (version == 0) {
        return {};
    }
    const std::string name = nvml == nullptr ? std::string() : nvml->driverVersion();
    return (name.empty() ? std::string() : name + ", ") + "CUDA " + cudaVersionText(version);
}

} // namespace

std::string cudaVersionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

CudaDevices cudaDevices(CudaRuntime& runtime, Nvml* nvml)
{
    CudaDevices devices;
    devices.driver = driverText(runtime, nvml);
    int count = 0;
    if (const CudaCode code = runtime.deviceCount(count); code != CudaCode::Success) {
        devices.reason = reasonOf(runtime, code);
        return devices;
    }
    for (int index = 0; index < count; ++index) {
        CudaDevice device;
        device.index = index;
        if (const CudaCode code = runtime.deviceInfo(index, device.info); code != CudaCode::Success) {
            devices.reason = "cuda:" + std::to_string(index) + ": " + reasonOf(runtime, code);
            continue; // the others may be whole
        }
        if (nvml != nullptr) {
            if (const std::optional<NvmlState> state = nvml->state(device.info.pciBusId)) {
                device.freeBytes = state->freeBytes;
            }
        }
        devices.list.push_back(std::move(device));
    }
    if (count == 0) {
        devices.reason = noDeviceReason(CudaCode::NoDevice);
    }
    return devices;
}

CudaDevices hostCudaDevices()
{
    const Result<CudaRuntime*> runtime = loadCudaModule();
    if (!runtime) {
        CudaDevices none;
        none.reason = runtime.error().message;
        return none;
    }
    const std::unique_ptr<Nvml> nvml = loadNvml();
    return cudaDevices(**runtime, nvml.get());
}

} // namespace sublinear
