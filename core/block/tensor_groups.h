// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace sublinear {

/// What `selective` may drop and rebuild in the backward pass. A set is the sum of bits.
using TensorGroups = std::uint8_t;
inline constexpr TensorGroups kNoGroup = 0;
inline constexpr TensorGroups kAttentionGroup = 1; ///< probabilities, with their dropout mask and result
inline constexpr TensorGroups kGeluGroup = 2; ///< result of the activation function
inline constexpr TensorGroups kNormsGroup = 4; ///< results of the norms; their statistics stay
inline constexpr TensorGroups kUpGroup = 8; ///< result of the up-projection (and gate)
inline constexpr std::size_t kGroupSets = 16;

} // namespace sublinear
