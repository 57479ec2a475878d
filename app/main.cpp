// SPDX-License-Identifier: MIT
#include "app/cli/command_line.h"
#include "app/window/run_window.h"
#include "core/io/stop_signals.h"

// A verb needs no display; anything else is the window's.
int main(int argc, char** argv)
{
    sublinear::failAtFileLimit();
    if (const std::optional<int> exitCode = sublinear::cli::runCommandLine(argc, argv)) {
        return *exitCode;
    }
    return sublinear::runWindow(argc, argv);
}
