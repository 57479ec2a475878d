// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// What the system has counted so far: of this process, and of the cores that it may use.
struct MachineLoad {
    double wallNs = 0; ///< on a clock that is never set
    double ownNs = 0; ///< of cores, that this process has computed on
    std::optional<double> waitedNs; ///< that its threads were ready and others had the core
    std::optional<double> busyNs; ///< of those cores, by anyone, the machine above this one included
    int cores = 1; ///< that may be used
};
using LoadReader = std::function<MachineLoad()>;

MachineLoad machineLoad(); ///< now

/// How others disturbed what this process computed on `threads` threads from one look to the other,
/// for people; empty: they did not. It sees what all steps suffer alike, which their spread does not show.
std::string disturbance(const MachineLoad& before, const MachineLoad& after, int threads);

/// Nanoseconds that cores were busy, from the text of /proc/stat: those for which `mayUse` says so.
std::optional<double> busyNanoseconds(
    std::string_view stat, double ticksPerSecond, const std::function<bool(Count core)>& mayUse);
/// The second number of a /proc/.../schedstat: nanoseconds that a thread waited for a core.
std::optional<double> waitedNanoseconds(std::string_view schedstat);

} // namespace sublinear
