// SPDX-License-Identifier: MIT
#include "gpu/worker/run_body.h"

#include "core/base/version.h"
#include "core/io/streams.h"
#include "gpu/cpu/gemm.h"
#include "gpu/device/choose_device.h"
#include "gpu/device/cpu.h"
#include "gpu/device/memory.h"
#include "gpu/protocol/rows.h"
#include "gpu/shape/rates.h"
#include "gpu/shape/run_policies.h"
#include "gpu/sweep/engine_measurer.h"

#include <array>
#include <ctime>
#include <exception>

namespace sublinear {

namespace {

constexpr double kDefaultSeconds = 22; // forecast of a default sweep, which is to end within 30
constexpr double kOfDeadline = 0.8; // the part of a deadline that a forecast may fill
constexpr double kOfFreeMemory = 0.8;

RunOutcome failed(const RunRequest& request, LineWriter& writer, const Fault& fault)
{
    writer.write("error", request.id, errorMembers(fault, {}));
    return { {}, { {}, { fault } }, {} };
}

Fault faultFrom(const Error& error)
{
    return { faultClass(error.field).value_or(FaultClass::Refused), error.message };
}

Result<SweepJob> jobFor(const RunRequest& request)
{
    Result<std::vector<PolicySpec>> policies = request.options.policies
        ? pointPolicies(*request.options.policies, request.scenario)
        : Result<std::vector<PolicySpec>>(defaultPolicies(request.scenario));
    if (!policies) {
        return policies.error();
    }
    RunLimits limits;
    limits.rates = measuredCpuRates(static_cast<int>(request.threads));
    limits.seconds = secondsToPlanFor(request.options);
    const std::optional<FreeMemory> memory = freeMemory();
    limits.memoryBytes = memory ? static_cast<Bytes>(kOfFreeMemory * static_cast<double>(memory->free))
                                : hostCpu().memory.value_or(0) / 2;
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
    job.deviceKind = "cpu";
    job.planOnly = request.options.planOnly;
    return job;
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
    if (device->cuda) {
        if (request.options.device != "auto") {
            return failed(request, writer,
                { FaultClass::NoDevice,
                    request.options.device + ": this version lists CUDA devices, but runs on the CPU only" });
        }
        complain("note: the CPU is used; this version lists CUDA devices, but runs on the CPU only");
    }
    const Result<SweepJob> job = jobFor(request);
    if (!job) {
        return failed(request, writer, faultFrom(job.error()));
    }
    EngineMeasurer measurer({ job->shape.run, static_cast<int>(request.threads),
        static_cast<std::uint64_t>(request.options.seed), request.dumpFolder });
    RunOutcome outcome { job->record, runSweep(*job, measurer, writer, stop), measurer.dumpError() };
    return outcome;
}

} // namespace

DeviceRecord cpuDevice()
{
    const CpuDevice cpu = hostCpu();
    return { cpu.name, "cpu", cpu.memory, {}, {} };
}

Versions workerVersions()
{
    return { { "sublinear", std::string(kVersion) }, { "blas", gemmName() }, { "compiler", __VERSION__ } };
}

double secondsToPlanFor(const RunOptions& options)
{
    return options.deadlineSeconds ? kOfDeadline * *options.deadlineSeconds : kDefaultSeconds;
}

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text {};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return { text.data(), length };
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
