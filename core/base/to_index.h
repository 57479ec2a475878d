// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace sublinear {

/// A count or a place that is known not to be negative, as what indexes a container.
constexpr std::size_t toIndex(std::int64_t value)
{
    return static_cast<std::size_t>(value);
}

} // namespace sublinear
