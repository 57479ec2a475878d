// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/exit_code.h"

#include <functional>
#include <string_view>

namespace CLI {
class App;
}

namespace sublinear::cli {

/// One verb of the command line: adds its options to the parser, and once they are read
/// gives what is to be run.
struct Verb {
    std::string_view name;
    std::string_view description;
    std::function<ExitCode()> (*prepare)(CLI::App& options);
};

std::function<ExitCode()> preparePlan(CLI::App& options);
std::function<ExitCode()> prepareExport(CLI::App& options);
std::function<ExitCode()> prepareReport(CLI::App& options);
std::function<ExitCode()> prepareImport(CLI::App& options);
std::function<ExitCode()> preparePresets(CLI::App& options);
std::function<ExitCode()> prepareCheck(CLI::App& options);
std::function<ExitCode()> prepareMeasure(CLI::App& options);

} // namespace sublinear::cli
