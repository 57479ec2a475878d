// SPDX-License-Identifier: MIT
#include "gpu/measure/touched.h"

#include "core/base/to_index.h"
#include "core/program/placement.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sublinear {

namespace {

constexpr std::array<int, 2> kPatterns { 0xA5, 0x5C };
constexpr std::int64_t kGrain = 1 << 12; // granules
constexpr std::int64_t kPart = 1 << 18; // 64 MiB

} // namespace

TouchedGranules::TouchedGranules(const Slab& slab)
    : m_slab(slab)
    , m_touched(toIndex(slab.bytes() / kGranuleBytes), 0)
{
}

// A part takes a few hundredths of a second: then whoever waits for a stop is heard.
template <class Body> void TouchedGranules::inParts(ThreadPool& pool, Stop& stop, const Body& body)
{
    const auto count = static_cast<std::int64_t>(m_touched.size());
    for (std::int64_t first = 0; first < count && !stop.poll(); first += kPart) {
        pool.forEach(std::min(kPart, count - first), kGrain,
            [&body, first](std::int64_t begin, std::int64_t end) { body(first + begin, first + end); });
    }
}

void TouchedGranules::fill(int round, ThreadPool& pool, Stop& stop)
{
    std::byte* const data = m_slab.data();
    const int pattern = kPatterns.at(toIndex(round));
    inParts(pool, stop, [=](std::int64_t begin, std::int64_t end) {
        std::memset(data + begin * kGranuleBytes, pattern, toIndex((end - begin) * kGranuleBytes));
    });
}

void TouchedGranules::look(int round, ThreadPool& pool, Stop& stop)
{
    std::array<std::byte, kGranuleBytes> untouched {};
    untouched.fill(std::byte(kPatterns.at(toIndex(round))));
    const std::byte* const data = m_slab.data();
    unsigned char* const touched = m_touched.data();
    inParts(pool, stop, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            if (std::memcmp(data + i * kGranuleBytes, untouched.data(), untouched.size()) != 0) {
                touched[i] = 1;
            }
        }
    });
}

Bytes TouchedGranules::bytes() const
{
    return kGranuleBytes * static_cast<Bytes>(std::count(m_touched.begin(), m_touched.end(), 1));
}

Bytes TouchedGranules::end() const
{
    const auto last = std::find(m_touched.rbegin(), m_touched.rend(), 1);
    return kGranuleBytes * static_cast<Bytes>(m_touched.rend() - last);
}

} // namespace sublinear
