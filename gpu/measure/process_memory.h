// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <optional>
#include <string_view>

namespace sublinear {

/// What the system counts for this process. Empty where /proc does not say.
std::optional<Bytes> residentBytes(); ///< now
std::optional<Bytes> highWaterResidentBytes(); ///< the most since the start, or since the last reset

/// Sets the high-water mark to what is resident now; false where the system does not allow it.
bool resetHighWater();
/// Gives back what the allocator keeps of freed memory, so that it is not counted as held.
void trimHeap();

/// The value of a field of /proc/self/status ("VmHWM"), which counts in KiB and writes "kB".
std::optional<Bytes> statusBytes(std::string_view status, std::string_view field);

} // namespace sublinear
