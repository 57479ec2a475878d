// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/devices.h"
#include "gpu/device/cpu.h"

#include <string>

namespace sublinear {

/// What `--list-devices` says, for people: a table, '\n' at the end. Where CUDA has no device its
/// row says why.
std::string deviceTable(const CpuDevice& cpu, const CudaDevices& cuda);

/// The same for programs, '\n' at the end: `{"devices": [{id, kind, name, threads, memory_bytes},
/// {id, kind, name, capability, multiprocessors, memory_bytes, free_bytes}], "cuda": {driver, reason}}`.
/// Bytes that are not known, no driver and no reason are null.
std::string deviceJson(const CpuDevice& cpu, const CudaDevices& cuda);

} // namespace sublinear
