// SPDX-License-Identifier: MIT
#include "gpu/worker/run_body.h"

#include "core/base/units.h"
#include "core/base/utc_now.h"
#include "core/base/version.h"
#include "core/io/streams.h"
#include "gpu/cpu/gemm.h"
#include "gpu/cuda/backend.h"
#include "gpu/cuda/measurer.h"
#include "gpu/cuda/module.h"
#include "gpu/cuda/proven.h"
#include "gpu/cuda/session.h"
#include "gpu/device/choose_device.h"
#include "gpu/device/cpu.h"
#include "gpu/device/memory.h"
#include "gpu/protocol/rows.h"
#include "gpu/shape/rates.h"
#include "gpu/shape/run_policies.h"
#include "gpu/sweep/engine_measurer.h"

#include <exception>

namespace sublinear {

namespace {

constexpr double kDefaultSeconds = 22; // forecast of a default sweep, which is to end within 30
constexpr double kOfDeadline = 0.8; // the part of a deadline that a forecast may fill
constexpr double kOfFreeMemory = 0.8;
// A guess for choosing a shape: fp32 products without tensor cores, and what memory gives, taken low.
// The tight fit runs four steps; weights are drawn, and what is compared is looked through, by the host.
constexpr DeviceRates kCudaRates { 5e12, 200e9, 10e-6, 50e9, 200e9, 1e8, 1, 4 };

RunOutcome failed(const RunRequest& request, LineWriter& writer, const Fault& fault)
{
    writer.write("error", request.id, errorMembers(fault, {}));
    return { {}, { {}, { fault } }, {} };
}

Fault faultFrom(const Error& error)
{
    return { faultClass(error.field).value_or(FaultClass::Refused), error.message };
}

Result<SweepJob> jobFor(const RunRequest& request, DeviceRecord device, RunLimits limits)
{
    Result<std::vector<PolicySpec>> policies = request.options.policies
        ? pointPolicies(*request.options.policies, request.scenario)
        : Result<std::vector<PolicySpec>>(defaultPolicies(request.scenario));
    if (!policies) {
        return policies.error();
    }
    limits.seconds = secondsToPlanFor(request.options);
    if (request.options.deadlineSeconds) {
        limits.givenBy = ", " + formatFixed(100 * kOfDeadline, 0) + " % of the deadline";
    }
    limits.part = partOf(request.options);
    limits.dumps = !request.dumpFolder.empty();
    Result<ShapeChoice> shape = chooseShape(request.scenario, *policies, limits);
    if (!shape) {
        return shape.error();
    }
    SweepJob job;
    job.id = request.id;
    job.record.requested = complete(request.scenario);
    job.record.run = complete(shape->run);
    job.record.substitutions = shape->substitutions;
    job.record.seed = request.options.seed;
    job.record.threads = request.threads;
    job.record.date = utcNow();
    job.shape = std::move(*shape);
    job.deviceKind = device.kind;
    job.record.device = std::move(device);
    job.planOnly = request.options.planOnly;
    return job;
}

Bytes mostOf(Bytes free)
{
    return static_cast<Bytes>(kOfFreeMemory * static_cast<double>(free));
}

RunOutcome measuredOnCpu(const RunRequest& request, LineWriter& writer, const StopSignal& stop)
{
    RunLimits limits;
    limits.rates = measuredCpuRates(static_cast<int>(request.threads), [&stop] { return stop.asked(); });
    const std::optional<FreeMemory> memory = freeMemory();
    limits.memoryBytes = memory ? mostOf(memory->free) : hostCpu().memory.value_or(0) / 2;
    const Result<SweepJob> job = jobFor(request, cpuDevice(), limits);
    if (!job) {
        return failed(request, writer, faultFrom(job.error()));
    }
    EngineMeasurer measurer({ job->shape.run, static_cast<int>(request.threads),
        static_cast<std::uint64_t>(request.options.seed), request.dumpFolder, {} });
    RunOutcome outcome { job->record, runSweep(*job, measurer, writer, stop), measurer.dumpError() };
    return outcome;
}

RunOutcome measuredOnCuda(const RunRequest& request, int device, LineWriter& writer, const StopSignal& stop)
{
    if (!request.dumpFolder.empty()) {
        return failed(request, writer, { FaultClass::Refused, "--dump: only runs on the CPU are dumped" });
    }
    const Result<CudaRuntime*> runtime = loadCudaModule();
    if (!runtime) {
        return failed(request, writer, { FaultClass::NoDevice, runtime.error().message });
    }
    const std::unique_ptr<Nvml> nvml = loadNvml();
    const Result<std::unique_ptr<CudaSession>> session = CudaSession::open(**runtime, device);
    if (!session) {
        return failed(request, writer, faultFrom(session.error()));
    }
    RunLimits limits;
    limits.rates = kCudaRates;
    const std::string name = "cuda:" + std::to_string(device);
    limits.device = { name, hasBf16((*session)->info()) };
    const bool proven =
        ProvenDevices().has(provenLine((*session)->info(), (*runtime)->driverVersion(), cudaModuleBuild()));
    (*session)->useTensorCores(proven);
    Bytes free = 0;
    Bytes total = 0;
    if (const Status known = (*session)->check((*runtime)->memory(free, total), "the device's memory"); !known) {
        return failed(request, writer, faultFrom(known.error()));
    }
    limits.memoryBytes = mostOf(free);
    const Result<SweepJob> job = jobFor(request, deviceFor(name), limits);
    if (!job) {
        return failed(request, writer, faultFrom(job.error()));
    }
    if (job->shape.run.recipe.dtype == Dtype::Bf16 && job->shape.run.recipe.attention == Attention::Fused) {
        complain(proven
                ? "note: attention is on tensor cores"
                : "note: attention is not on tensor cores but in its plain form, as sublinear-microrun --self-test "
                  "--device "
                    + name + " did not pass with these kernels yet");
    }
    CudaMeasurer measurer(
        { job->shape.run, static_cast<int>(request.threads), static_cast<std::uint64_t>(request.options.seed) },
        **session, nvml.get());
    RunOutcome outcome { job->record, runSweep(*job, measurer, writer, stop), {} };
    for (const std::string& product : (*runtime)->chosenProducts()) {
        complain("cuBLASLt: " + product);
    }
    return outcome;
}

RunOutcome measured(const RunRequest& request, LineWriter& writer, const StopSignal& stop)
{
    const Result<DeviceChoice> device = chooseDevice(request.options.device, &hostCudaDevices);
    if (!device) {
        return failed(request, writer, faultFrom(device.error()));
    }
    if (!device->note.empty()) {
        complain("note: " + device->note);
    }
    if (device->cuda && request.options.device == "auto") {
        complain("note: the CPU is used; CUDA has to be asked for (--device cuda:0): it was not run on a GPU yet");
    } else if (device->cuda) {
        return measuredOnCuda(request, device->cuda->index, writer, stop);
    }
    return measuredOnCpu(request, writer, stop);
}

} // namespace

DeviceRecord cpuDevice()
{
    const CpuDevice cpu = hostCpu();
    return { cpu.name, "cpu", cpu.memory, {}, {} };
}

DeviceRecord deviceFor(std::string_view device)
{
    const Result<DeviceChoice> choice = chooseDevice(device == "auto" ? "cpu" : device, &hostCudaDevices);
    if (!choice || !choice->cuda) {
        return cpuDevice();
    }
    const Result<CudaRuntime*> runtime = loadCudaModule();
    DeviceRecord record { choice->cuda->info.name, "cuda", choice->cuda->info.memoryBytes, {}, {} };
    record.driver = hostCudaDevices().driver;
    record.runtime = runtime ? "CUDA " + cudaVersionText((*runtime)->runtimeVersion()) : std::string();
    return record;
}

Versions workerVersions()
{
    return { { "sublinear", std::string(kVersion) }, { "blas", gemmName() }, { "compiler", __VERSION__ } };
}

double secondsToPlanFor(const RunOptions& options)
{
    return options.deadlineSeconds ? kOfDeadline * *options.deadlineSeconds : kDefaultSeconds;
}

RunPart partOf(const RunOptions& options)
{
    return options.head ? RunPart::WithHead : RunPart::Stack;
}

// Nothing may be thrown out of a thread.
RunOutcome runOnEngine(const RunRequest& request, LineWriter& writer, const StopSignal& stop)
{
    try {
        return measured(request, writer, stop);
    } catch (const std::bad_alloc&) {
        return failed(request, writer, { FaultClass::OutOfMemory, "the system gave no more memory" });
    } catch (const std::exception& error) {
        return failed(request, writer, { FaultClass::DeviceFault, error.what() });
    }
}

} // namespace sublinear
