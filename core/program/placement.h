// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"

#include <vector>

namespace sublinear {

/// Memory is handed out in pieces of this many bytes, and every tensor begins at a multiple of it.
inline constexpr Bytes kGranuleBytes = 256;
constexpr Bytes inGranules(Bytes bytes)
{
    return (bytes + kGranuleBytes - 1) / kGranuleBytes * kGranuleBytes;
}

/// Where each storage of a program stands in one block of memory, from its first operation to its
/// last. Bytes are whole granules.
struct Placement {
    std::vector<Bytes> offsets; ///< by storage
    Bytes placedBytes = 0; ///< size of the block
    Bytes idealBytes = 0; ///< the largest live total: no placement needs less
};

/// Looks for a placement without gaps at the peak: lowest fit in several orders, what lives only
/// for a few operations at the top, and each order mended by placing first what came to stand too
/// high. Stops at the first that needs no more than the ideal. Deterministic.
Placement place(const Program& program);

/// Refused: storages that share memory while both are alive, or that lie outside of the block.
Status checkPlacement(const Program& program, const Placement& placement);

} // namespace sublinear
