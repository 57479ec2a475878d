// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/run/slab.h"

#include <vector>

namespace sublinear {

/// Which granules of a slab were written to, found out by looking: the slab is filled with a
/// pattern beforehand and compared afterwards. Twice with two patterns, so that a value that equals
/// one of them by chance is not taken for an untouched granule.
class TouchedGranules {
public:
    explicit TouchedGranules(const Slab& slab);

    void fill(int round, ThreadPool& pool); ///< round 0 or 1
    void look(int round, ThreadPool& pool); ///< adds what differs from that round's pattern

    [[nodiscard]] Bytes bytes() const; ///< of the granules that were touched
    [[nodiscard]] Bytes end() const; ///< where the last of them ends

private:
    const Slab& m_slab;
    std::vector<unsigned char> m_touched; ///< by granule
};

} // namespace sublinear
