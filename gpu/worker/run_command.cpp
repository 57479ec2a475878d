// SPDX-License-Identifier: MIT
#include "gpu/worker/run_command.h"

#include "core/base/utc_now.h"
#include "core/io/stop_signals.h"
#include "core/io/streams.h"
#include "core/io/write_file.h"
#include "core/measurement/measurement_json.h"
#include "core/scenario/refusal.h"
#include "gpu/device/cpu.h"
#include "gpu/shape/run_policies.h"
#include "gpu/worker/run_body.h"
#include "gpu/worker/session.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>

namespace sublinear {

namespace {

constexpr int kNice = 10; // whoever works at the machine goes first

// A reader that goes away is an error of a write, not a signal.
int takeSignals()
{
    const int stop = takeStopSignals();
    static_cast<void>(::signal(SIGPIPE, SIG_IGN));
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNice));
    return stop;
}

std::string sessionId()
{
    return utcNow() + "-" + std::to_string(::getpid());
}

SessionSetup engineSetup(int signals)
{
    SessionSetup setup;
    setup.id = sessionId();
    setup.device = cpuDevice();
    setup.versions = workerVersions();
    setup.body = &runOnEngine;
    setup.signalDescriptor = signals;
    setup.commandThreads = std::max(1, hostCpu().threads - 1);
    return setup;
}

ExitCode codeOf(SessionEnd end, const std::vector<Fault>& faults)
{
    if (end == SessionEnd::LostReader) {
        complain("standard output: could not be written");
        return ExitCode::CannotWrite;
    }
    if (end == SessionEnd::Stopped) {
        return ExitCode::Failure;
    }
    return faults.empty() ? ExitCode::Ok : ExitCode::DeviceFailed;
}

// A hanging thread cannot be joined: nothing but leaving is left.
[[noreturn]] void leaveStuck(ExitCode code)
{
    complain("an operation hangs; leaving without it");
    std::_Exit(static_cast<int>(code));
}

Measurement documentOf(const SessionSetup& setup, const RunOutcome& outcome)
{
    Measurement measurement;
    takeInto(measurement, { {}, HelloRow { setup.device, setup.versions } });
    takeInto(measurement, { {}, PlanRow { outcome.record, {} } });
    measurement.points = outcome.sweep.points;
    return measurement;
}

// A run that measured nothing leaves what stands there as it is.
ExitCode writeDocument(const std::string& out, const Measurement& measurement)
{
    if (measurement.points.empty()) {
        complain((out == "-" ? "standard output" : out) + ": not written, as no point was measured");
        return ExitCode::Ok;
    }
    const std::string document = writeMeasurement(measurement);
    if (out == "-") {
        return print(document);
    }
    const Status written = writeWholeFile(out, document);
    if (!written) {
        complain(out + ": " + written.error().message);
    }
    return written ? ExitCode::Ok : ExitCode::CannotWrite;
}

ExitCode makeFolder(const std::string& folder)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        complain(folder + ": " + failed.message());
    }
    return failed ? ExitCode::CannotWrite : ExitCode::Ok;
}

ExitCode worse(ExitCode a, ExitCode b)
{
    return a == ExitCode::Ok ? b : a;
}

} // namespace

ExitCode runFromCommandLine(const RunCommandLine& asked)
{
    if (const Status options = checkOptions(asked.options); !options) {
        complain("--" + options.error().message);
        return ExitCode::Usage;
    }
    const LoadedScenario loaded = loadScenario(asked.source);
    if (loaded.exitCode != ExitCode::Ok) {
        return loaded.exitCode;
    }
    const ResolvedSource resolved = resolveLoaded(asked.source, loaded);
    if (!resolved.scenario) {
        return resolved.exitCode;
    }
    if (asked.options.policies) {
        if (const auto policies = pointPolicies(*asked.options.policies, *resolved.scenario); !policies) {
            complain("--" + policies.error().message);
            return ExitCode::Usage;
        }
    }
    if (asked.dump == "-") {
        complain("--" + refusal("dump", asked.dump, "a folder, as it is many files").message);
        return ExitCode::Usage;
    }
    if (const Status has = hasPart(*resolved.scenario, partOf(asked.options)); !has) {
        complain("--" + has.error().message);
        return ExitCode::Usage;
    }
    if (!asked.out.empty() && asked.out != "-") {
        if (const Status can = canWriteFile(asked.out); !can) {
            complain(asked.out + ": " + can.error().message);
            return ExitCode::CannotWrite;
        }
    }
    if (!asked.dump.empty()) {
        if (const ExitCode made = makeFolder(asked.dump); made != ExitCode::Ok) {
            return made;
        }
    }
    SessionSetup setup = engineSetup(takeSignals());
    setup.device = deviceFor(asked.options.device);
    const bool streams = asked.out != "-";
    LineWriter writer(streams ? descriptorSink(STDOUT_FILENO)
                              : LineWriter::Sink([](std::string_view, LineWriter::Wait) { return true; }));
    const RunRequest request { setup.id, *resolved.scenario, asked.options,
        asked.options.threads.value_or(hostCpu().threads), asked.dump };
    Session session(setup, writer);
    const SessionEnd end = session.runOnce(request);
    if (end == SessionEnd::Stuck) {
        leaveStuck(ExitCode::DeviceFailed);
    }
    const RunOutcome& outcome = session.outcome();
    ExitCode code = codeOf(end, outcome.sweep.faults); // says first what ended the run
    for (const Fault& fault : outcome.sweep.faults) {
        complain(std::string(toText(fault.kind)) + ": " + fault.message);
    }
    if (outcome.writeError) {
        complain(outcome.writeError->message);
        code = worse(code, ExitCode::CannotWrite);
    }
    if (!asked.out.empty()) {
        code = worse(code, writeDocument(asked.out, documentOf(setup, outcome)));
    }
    return code;
}

ExitCode serveCommands()
{
    SessionSetup setup = engineSetup(takeSignals());
    setup.commandDescriptor = STDIN_FILENO;
    LineWriter writer(descriptorSink(STDOUT_FILENO));
    Session session(std::move(setup), writer);
    const SessionEnd end = session.serve();
    if (end == SessionEnd::Stuck) {
        leaveStuck(ExitCode::DeviceFailed);
    }
    return codeOf(end, {});
}

} // namespace sublinear
