// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <optional>
#include <string>
#include <string_view>

namespace sublinear {

/// How much memory a run could take now.
struct FreeMemory {
    Bytes total = 0; ///< of the machine, or of the control group where that has less
    Bytes free = 0; ///< that could be taken without pushing anything out
    Bytes own = 0; ///< what this process holds already
};

/// From /proc and the control group; empty where the system does not say.
std::optional<FreeMemory> freeMemory();

/// "needs 12.30 GiB; 8.10 of 23.50 GiB are free, 0.10 are held by this process and 15.30 by others"
std::string shortageText(Bytes needed, const FreeMemory& memory);

/// A "Key: 123 kB" line of /proc/meminfo or /proc/self/status.
std::optional<Bytes> memoryField(std::string_view text, std::string_view key);

/// Memory of the control group ("max" and what is no number: no limit) laid over the machine's.
FreeMemory withinGroup(FreeMemory machine, std::string_view limit, std::string_view used);

} // namespace sublinear
