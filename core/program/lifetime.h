// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <vector>

namespace sublinear {

/// When a storage is alive: from the operation that allocates it to the one that frees it, both
/// included.
struct Lifetime {
    std::int32_t first = 0;
    std::int32_t last = -1; ///< before `first`: never allocated

    [[nodiscard]] std::int32_t length() const { return last - first; }
    [[nodiscard]] bool meets(const Lifetime& other) const { return first <= other.last && other.first <= last; }
};
std::vector<Lifetime> lifetimes(const Program& program); ///< by storage

} // namespace sublinear
