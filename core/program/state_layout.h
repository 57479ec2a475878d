// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sublinear {

/// What a weight has beside itself for the whole run.
enum class StateKind : std::uint8_t { Parameter, Gradient, FirstMoment, SecondMoment };
inline constexpr std::array kStateKinds { StateKind::Parameter, StateKind::Gradient, StateKind::FirstMoment,
    StateKind::SecondMoment };

/// What stays through the whole step, one array behind the other in granules: every weight, then
/// every gradient, then AdamW's moments. A tied head shares the token table's.
struct StateLayout {
    Bytes elementBytes = 4;
    std::vector<ParameterId> owners; ///< by parameter: whose memory it is
    std::vector<Bytes> offsets; ///< by parameter, within the arrays of one kind
    Bytes kindBytes = 0; ///< of all arrays of one kind
    [[nodiscard]] Bytes totalBytes() const { return kindBytes * static_cast<Bytes>(kStateKinds.size()); }
    [[nodiscard]] Bytes offsetOf(StateKind kind, ParameterId parameter) const
    {
        const auto owner = static_cast<std::size_t>(owners[static_cast<std::size_t>(parameter)]);
        return kindBytes * static_cast<Bytes>(kind) + offsets[owner];
    }
    [[nodiscard]] bool owned(ParameterId parameter) const
    {
        return owners[static_cast<std::size_t>(parameter)] == parameter;
    }
};
StateLayout stateLayout(const Program& program, Bytes elementBytes);

} // namespace sublinear
