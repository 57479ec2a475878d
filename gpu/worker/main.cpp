// SPDX-License-Identifier: MIT
// sublinear-microrun: the program for machines with no Qt. Data on stdout, everything else on stderr.
// Exit codes: 0 ok, 1 failure, 2 usage, 3 unreadable or invalid file.
#include "core/base/version.h"
#include "gpu/device/device_list.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

using namespace sublinear;

namespace {

constexpr int kUsage = 2;

void listDevices(const std::string& format)
{
    const CpuDevice cpu = hostCpu();
    const CudaDevices cuda = hostCudaDevices();
    std::cout << (format == "json" ? deviceJson(cpu, cuda) : deviceTable(cpu, cuda));
}

} // namespace

int main(int argc, char** argv)
try {
    CLI::App program("Sublinear's worker: what a machine without a display needs.", "sublinear-microrun");
    program.set_version_flag("--version", "sublinear-microrun " + std::string(kVersion), "Print the version and exit");
    bool devices = false;
    program.add_flag("--list-devices", devices, "List the devices that a run could use");
    std::string format = "table";
    program.add_option("--format", format, "table or json, for --list-devices")
        ->check(CLI::IsMember({ "table", "json" }))
        ->capture_default_str();

    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 prints help and version to stdout, a usage error to stderr, and returns 0 for the former.
        return program.exit(error) == 0 ? 0 : kUsage;
    }

    if (devices) {
        listDevices(format);
        return 0;
    }
    std::cerr << program.help();
    return kUsage;
} catch (const std::exception& error) {
    std::cerr << "sublinear-microrun: " << error.what() << '\n';
    return 1;
}
