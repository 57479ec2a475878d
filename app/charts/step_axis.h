// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/timeline.h"

#include <vector>

namespace sublinear {

/// The axis that steps share: instants, at each of which every step is at one of its operations. Forward and backward
/// passes of one layer stand above each other, whatever is recomputed between them and however finely a step is told.
/// Of a single step the instants are its operations.
class StepAxis {
public:
    StepAxis() = default;
    /// Of models with the same layers.
    explicit StepAxis(const std::vector<const Timeline*>& steps);

    [[nodiscard]] Count instants() const { return m_instants; }
    /// The operation that a step is at.
    [[nodiscard]] Count opAt(std::size_t step, Count instant) const;
    /// The first instant of an operation; behind the last, the number of instants.
    [[nodiscard]] Count instantOf(std::size_t step, Count op) const;
    /// The middle of an operation's instants.
    [[nodiscard]] double middleOf(std::size_t step, Count op) const;
    /// Whether a step's operations are the instants.
    [[nodiscard]] bool isSingle() const { return m_opAt.size() == 1; }

private:
    Count m_instants = 0;
    std::vector<std::vector<Count>> m_opAt; ///< by step and instant
    std::vector<std::vector<Count>> m_instantOf; ///< by step and operation, and one more
};

} // namespace sublinear
