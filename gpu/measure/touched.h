// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"
#include "gpu/run/slab.h"
#include "gpu/run/stop.h"

#include <vector>

namespace sublinear {

/// Which granules of a slab were written to, found out by looking: the slab is filled with a
/// pattern beforehand and compared afterwards. Twice with two patterns, so that a value that equals
/// one of them by chance is not taken for an untouched granule.
class TouchedGranules {
public:
    explicit TouchedGranules(const Slab& slab);

    /// Round 0 or 1. Left half done if it is stopped.
    void fill(int round, ThreadPool& pool, Stop& stop);
    void look(int round, ThreadPool& pool, Stop& stop); ///< adds what differs from that round's pattern

    [[nodiscard]] Bytes bytes() const; ///< of the granules that were touched
    [[nodiscard]] Bytes end() const; ///< where the last of them ends

private:
    template <class Body> void inParts(ThreadPool& pool, Stop& stop, const Body& body);

    const Slab& m_slab;
    std::vector<unsigned char> m_touched; ///< by granule
};

} // namespace sublinear
