// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// A descriptor that is readable once SIGTERM, SIGINT or SIGHUP has come; from then on none of them
/// ends the program by itself. -1 if the system gives none. Once in a process.
int takeStopSignals();

/// From then on a write beyond the size that files may have (ulimit -f) fails, to be reported, instead of ending
/// the program. For programs' beginnings.
void failAtFileLimit();

} // namespace sublinear
