// SPDX-License-Identifier: MIT
#include "gpu/run/slab.h"

#include "gpu/run/run_error.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace sublinear {

namespace {

std::size_t pageBytes()
{
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Pages: a slab that is too short by one granule is first missed by an operation's whole tensor, of which what stands
// behind a single page could belong to somebody else.
constexpr std::size_t kGuardPages = 256;

std::size_t guardBytes()
{
    return kGuardPages * pageBytes();
}

} // namespace

Result<Slab> Slab::create(Bytes bytes)
{
    const std::size_t page = pageBytes();
    const std::size_t usable = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
    Slab slab;
    void* mapping = mmap(
        nullptr, usable + guardBytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) { // NOLINT: a macro that casts an integer
        return runError(
            FaultClass::OutOfMemory, "memory: the system does not give " + std::to_string(bytes) + " bytes");
    }
    slab.m_mapping = static_cast<std::byte*>(mapping);
    slab.m_mapped = usable + guardBytes();
    slab.m_data = slab.m_mapping + (usable - static_cast<std::size_t>(bytes));
    slab.m_bytes = bytes;
    if (mprotect(slab.m_mapping + usable, guardBytes(), PROT_NONE) != 0) {
        return runError(FaultClass::OutOfMemory, "memory: the system does not protect pages");
    }
    return slab;
}

Slab::Slab(Slab&& other) noexcept
    : m_mapping(std::exchange(other.m_mapping, nullptr))
    , m_mapped(std::exchange(other.m_mapped, 0))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_bytes(std::exchange(other.m_bytes, 0))
{
}

Slab& Slab::operator=(Slab&& other) noexcept
{
    if (this != &other) {
        release();
        m_mapping = std::exchange(other.m_mapping, nullptr);
        m_mapped = std::exchange(other.m_mapped, 0);
        m_data = std::exchange(other.m_data, nullptr);
        m_bytes = std::exchange(other.m_bytes, 0);
    }
    return *this;
}

Slab::~Slab()
{
    release();
}

void Slab::release()
{
    if (m_mapping != nullptr) {
        munmap(m_mapping, m_mapped);
        m_mapping = nullptr;
    }
}

bool Slab::guards(const void* address) const
{
    const auto* const byte = static_cast<const std::byte*>(address);
    const std::byte* const end = m_mapping + m_mapped;
    return byte >= end - guardBytes() && byte < end;
}

} // namespace sublinear
