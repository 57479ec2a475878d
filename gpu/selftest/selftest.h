// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/exit_code.h"
#include "core/measurement/worker_command.h"

#include <string>

namespace sublinear {

/// `--self-test`: proves the engine on this machine, one line per check on stdout. Ok only if
/// nothing failed and every check that the device allows ran. The lines are also put into the file
/// `out`, behind those that say who ran when on what; empty: into none.
ExitCode runSelfTest(const RunOptions& options, bool full, const std::string& out);

} // namespace sublinear
