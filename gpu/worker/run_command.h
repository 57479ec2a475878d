// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/exit_code.h"
#include "core/io/scenario_source.h"
#include "core/measurement/worker_command.h"

#include <string>

namespace sublinear {

/// `sublinear-microrun run`.
struct RunCommandLine {
    ScenarioSource source;
    RunOptions options;
    std::string out; ///< measurement document; "-": on stdout instead of the lines; empty: none
    std::string dump; ///< folder; empty: nothing is dumped
};

/// Streams the run's lines to stdout and writes the document at the end, what was measured before
/// a deadline or a signal included; none where nothing was. Does not come back from an operation that hangs.
ExitCode runFromCommandLine(const RunCommandLine& asked);

/// Without arguments: runs as commands on stdin ask for them.
ExitCode serveCommands();

} // namespace sublinear
