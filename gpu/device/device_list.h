// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/device/cpu.h"

#include <string>

namespace sublinear {

/// What `--list-devices` says, for people: a table, '\n' at the end.
std::string deviceTable(const CpuDevice& cpu);

/// The same for programs: `{"devices": [{id, kind, name, threads, memory_bytes}]}`, '\n' at the end.
/// `memory_bytes` is null where it is not known.
std::string deviceJson(const CpuDevice& cpu);

} // namespace sublinear
