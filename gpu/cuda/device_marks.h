// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/session.h"

#include <vector>

namespace sublinear {

/// Which granules of a device's memory were written to, found out by looking: filled with a pattern
/// beforehand and compared afterwards, twice with two patterns.
class DeviceMarks {
public:
    DeviceMarks(const CudaSession& session, std::byte* data, Bytes bytes);

    Status fill(int round); ///< round 0 or 1
    Status look(int round); ///< adds what differs from that round's pattern
    [[nodiscard]] Bytes touchedBytes() const;

private:
    const CudaSession& m_session;
    std::byte* m_data;
    std::vector<unsigned char> m_touched; ///< by granule
};

} // namespace sublinear
