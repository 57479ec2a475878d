// SPDX-License-Identifier: MIT
// sublinear-microrun: runs schedules for real, needs neither a display nor Qt. Data on stdout,
// everything else on stderr. Exit codes: core/io/exit_code.h.
#include "core/base/version.h"
#include "core/io/check_files.h"
#include "core/io/stop_signals.h"
#include "core/io/streams.h"
#include "gpu/device/device_list.h"
#include "gpu/selftest/selftest.h"
#include "gpu/worker/run_command.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace sublinear;

namespace {

constexpr std::string_view kFooter =
    "Without arguments, and with stdin no terminal, runs are commanded by JSON lines on stdin: run, cancel, quit.\n"
    "Exit codes: 0 ok; 1 failure, or stopped by a signal; 2 usage, a bad --set included; 3 unreadable, invalid or\n"
    "unmodellable file; 4 could not write; 5 device or run failed, the class named in the message.";

ExitCode listDevices(const std::string& format)
{
    const CpuDevice cpu = hostCpu();
    const CudaDevices cuda = hostCudaDevices();
    return print(format == "json" ? deviceJson(cpu, cuda) : deviceTable(cpu, cuda));
}

void addRunOptions(CLI::App& run, RunCommandLine& asked)
{
    run.add_option("FILE", asked.source.file, "Scenario file; - is standard input")->type_name("");
    run.add_option("--preset", asked.source.preset, "Start from a preset scenario")->type_name("ID");
    run.add_option("--set", asked.source.assignments, "Change a field: workload.batch=2; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    run.add_option("--device", asked.options.device, "auto, cpu or cuda:N")->type_name("DEVICE")->capture_default_str();
    run.add_option("--policies", asked.options.policies, "What is measured: store_all,segments:1,... (default: five)")
        ->type_name("LIST");
    run.add_option("--out", asked.out, "Write the measurement document here; - is standard output, without the lines")
        ->type_name("FILE")
        ->check(refuseEmptyName);
    run.add_option("--dump", asked.dump,
           "Write inputs, weights, dropout masks, loss and gradients of each point to DIR/POLICY/*.npy, with "
           "facts.json;\n"
           "an older dump of the same policy is replaced, those of others stay")
        ->type_name("DIR")
        ->check(refuseEmptyName);
    run.add_option("--threads", asked.options.threads, "Default: all that this process may use")->type_name("N");
    run.add_option("--deadline", asked.options.deadlineSeconds,
           "End then, done or not; the shape is chosen for it.\nA run that hangs is left 2 s later")
        ->type_name("SECONDS");
    run.add_flag("--head", asked.options.head,
        "Run embedding and LM head too, with the scenario's loss (default: the stack alone, with its own loss)");
    run.add_option("--seed", asked.options.seed, "Of inputs and weights")
        ->type_name("N")
        ->check([](const std::string& typed) { return refuseClamped(typed, 0, kLargestSeed); })
        ->capture_default_str();
}

// Where memory has run short, OpenBLAS waits at its end for a thread of its own that asks for some for ever. All is
// written by now and nothing else is to be undone, so the program goes without the libraries' own ends; those that
// look for leaks need them.
int leave(ExitCode code)
{
    std::cout.flush();
    std::fflush(nullptr);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    std::_Exit(static_cast<int>(code));
#else
    return static_cast<int>(code);
#endif
}

ExitCode mainOf(int argc, char** argv)
{
    failAtFileLimit();
    CLI::App program("Sublinear's worker: runs checkpointed transformer steps for real.", "sublinear-microrun");
    program.footer(std::string(kFooter));
    program.set_version_flag("--version", "sublinear-microrun " + std::string(kVersion), "Print the version and exit");
    bool devices = false;
    program.add_flag("--list-devices", devices, "List the devices that a run could use");
    std::string format = "table";
    program.add_option("--format", format, "table or json, for --list-devices")
        ->check(CLI::IsMember({ "table", "json" }))
        ->capture_default_str();

    bool selfTest = false;
    program.add_flag("--self-test", selfTest, "Prove the engine on this machine: a line for each check");
    bool full = false;
    program.add_flag("--full", full, "With --self-test: more of everything");
    std::string testOut;
    program.add_option("--out", testOut, "With --self-test: put its lines into this file, too")
        ->type_name("FILE")
        ->check(refuseEmptyName);
    RunOptions testOptions;
    program.add_option("--device", testOptions.device, "With --self-test: auto, cpu or cuda:N")
        ->type_name("DEVICE")
        ->capture_default_str();
    program.add_option("--threads", testOptions.threads, "With --self-test; default: all that this process may use")
        ->type_name("N");

    RunCommandLine asked;
    CLI::App* run = program.add_subcommand("run", "Measure a scenario's policies; a JSON line for each event");
    addRunOptions(*run, asked);
    std::vector<std::string> files;
    CLI::App* check = program.add_subcommand("check", "Say whether files are sound scenarios or measurements");
    check->add_option("FILE", files, "Scenario or measurement files; - is standard input")->type_name("")->required();
    program.require_subcommand(0, 1);

    try {
        program.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return print(program.help());
    } catch (const CLI::CallForVersion& version) {
        return print(std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& error) {
        complain(error.what());
        return ExitCode::Usage;
    }

    if (devices) {
        return listDevices(format);
    }
    if (selfTest) {
        return runSelfTest(testOptions, full, testOut);
    }
    if (run->parsed()) {
        return runFromCommandLine(asked);
    }
    if (check->parsed()) {
        return checkFiles(files);
    }
    if (argc > 1 || ::isatty(STDIN_FILENO) != 0) {
        complain("nothing to do; --help says what there is");
        return ExitCode::Usage;
    }
    return serveCommands();
}

} // namespace

int main(int argc, char** argv)
try {
    return leave(mainOf(argc, argv));
} catch (const std::exception& error) {
    complain(error.what());
    return leave(ExitCode::Failure);
}
