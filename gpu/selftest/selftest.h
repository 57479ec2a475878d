// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/exit_code.h"
#include "core/measurement/worker_command.h"

namespace sublinear {

/// `--self-test`: proves the engine on this machine, one line per check on stdout. Ok only if
/// nothing failed and every check that the device allows ran.
ExitCode runSelfTest(const RunOptions& options, bool full);

} // namespace sublinear
