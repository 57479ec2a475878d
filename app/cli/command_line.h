// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace sublinear::cli {

/// Runs the verb that the arguments begin with, needing neither a display nor Qt, and gives
/// the exit code. Empty if it is the window that is asked for: no arguments, a file to open,
/// or options that are the window's.
std::optional<int> runCommandLine(int argc, const char* const* argv);

} // namespace sublinear::cli
