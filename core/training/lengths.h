// SPDX-License-Identifier: MIT
#pragma once

#include "core/training/stack.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sublinear {

inline constexpr double kFarOver = 1e30; ///< "over" where there is no total within 2^63-1 bytes

/// What simulating a scenario at one sequence length after the other needs; rows share lengths. Bytes
/// are polynomials of the length, of the second degree as long as the same tensors are the largest:
/// on a stretch of lengths they are taken from three of them, if what those say of two more is right
/// to the byte; else on half of it, and in the end each length is lowered anew. The scenario must outlive it.
class Lengths {
public:
    Lengths(const ResolvedScenario& scenario, std::vector<PolicySpec> compared);

    /// Total of a schedule less the capacity; far over it where there is no total within 2^63-1 bytes.
    double over(Count length, std::span<const Run> runs);

    /// Lowered at this very length; null where that is refused.
    std::shared_ptr<const TrainingStack> at(Count length);

private:
    // At its lowest length, in the middle, at its end.
    struct Stretch {
        Count low = 0;
        Count width = 0;
        bool smooth = false;
        std::array<std::shared_ptr<const TrainingStack>, 3> stacks;
    };
    // All that a peak is made of.
    struct Sizes {
        StepTable table;
        Wide states = 0;
    };

    static std::optional<Sizes> between(const Stretch& stretch, Count length);
    bool isRightAt(const Stretch& stretch, Count length);
    const Stretch& stretchOf(Count length);
    const Stretch& stretchAt(Count low, Count width);

    const ResolvedScenario& m_scenario;
    std::vector<PolicySpec> m_compared;
    std::map<Count, std::shared_ptr<const TrainingStack>> m_stacks;
    std::map<std::pair<Count, Count>, Stretch> m_stretches; ///< by low and width
};

} // namespace sublinear
