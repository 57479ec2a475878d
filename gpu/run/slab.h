// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"

#include <cstddef>

namespace sublinear {

/// One block of memory of exactly so many bytes, ending where a guard page begins: the first byte
/// behind it cannot be touched. Untouched pages take no memory.
class Slab {
public:
    /// Whole granules, so that it begins at a multiple of 256. Refused (OutOfMemory): more than the
    /// system gives.
    static Result<Slab> create(Bytes bytes);

    Slab(Slab&& other) noexcept;
    Slab& operator=(Slab&& other) noexcept;
    Slab(const Slab&) = delete;
    Slab& operator=(const Slab&) = delete;
    ~Slab();

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] Bytes bytes() const { return m_bytes; }
    [[nodiscard]] bool guards(const void* address) const; ///< whether it lies in the guard pages

private:
    Slab() = default;
    void release();

    std::byte* m_mapping = nullptr;
    std::size_t m_mapped = 0; ///< bytes, the guard pages included
    std::byte* m_data = nullptr;
    Bytes m_bytes = 0;
};

} // namespace sublinear
