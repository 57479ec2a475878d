// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// `sublinear [FILE]`: opens the window and runs it to its end. Returns the exit code: 0;
/// 1 where there is no display, with one line on stderr; 2 for arguments that it does not know.
int runWindow(int argc, char** argv);

} // namespace sublinear
