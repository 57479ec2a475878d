// SPDX-License-Identifier: MIT
#include "gpu/cuda/device_marks.h"

#include "core/program/placement.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sublinear {

namespace {

constexpr std::array<int, 2> kPatterns { 0xA5, 0x5C };
constexpr Bytes kChunk = Bytes { 16 } << 20; // looked at at a time

} // namespace

DeviceMarks::DeviceMarks(const CudaSession& session, std::byte* data, Bytes bytes)
    : m_session(session)
    , m_data(data)
    , m_touched(static_cast<std::size_t>(bytes / kGranuleBytes), 0)
{
}

Status DeviceMarks::fill(int round)
{
    const CudaCode code = m_session.runtime().fill(m_data, kPatterns.at(static_cast<std::size_t>(round)),
        static_cast<Bytes>(m_touched.size()) * kGranuleBytes, m_session.stream());
    return m_session.check(code, "a pattern");
}

Status DeviceMarks::look(int round)
{
    std::array<std::byte, kGranuleBytes> untouched {};
    untouched.fill(std::byte(kPatterns.at(static_cast<std::size_t>(round))));
    const Bytes bytes = static_cast<Bytes>(m_touched.size()) * kGranuleBytes;
    std::vector<std::byte> chunk(static_cast<std::size_t>(std::min(bytes, kChunk)));
    for (Bytes first = 0; first < bytes; first += kChunk) {
        const Bytes count = std::min(kChunk, bytes - first);
        if (Status status = m_session.toHost(chunk.data(), m_data + first, count, "a pattern"); !status) {
            return status;
        }
        for (Bytes at = 0; at < count; at += kGranuleBytes) {
            if (std::memcmp(chunk.data() + at, untouched.data(), untouched.size()) != 0) {
                m_touched[static_cast<std::size_t>((first + at) / kGranuleBytes)] = 1;
            }
        }
    }
    return success();
}

Bytes DeviceMarks::touchedBytes() const
{
    return kGranuleBytes * static_cast<Bytes>(std::count(m_touched.begin(), m_touched.end(), 1));
}

} // namespace sublinear
