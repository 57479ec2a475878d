// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sublinear {

/// What a weight has beside itself for the whole run.
enum class StateKind : std::uint8_t { Parameter, Gradient, FirstMoment, SecondMoment, Master };
inline constexpr std::array kStateKinds { StateKind::Parameter, StateKind::Gradient, StateKind::FirstMoment,
    StateKind::SecondMoment, StateKind::Master };

/// What stays through the whole step, one array behind the other in granules: every weight, then
/// every gradient, then AdamW's moments, then the fp32 weights that it keeps where those that kernels
/// read have two bytes. A tied head shares the token table's.
struct StateLayout {
    Bytes elementBytes = 4; ///< of all but weights in two bytes
    bool halfWeights = false; ///< weights in two bytes, and an fp32 copy (Master) that AdamW works on
    std::vector<ParameterId> owners; ///< by parameter: whose memory it is
    std::vector<Bytes> offsets; ///< by parameter, within the arrays of a kind of elementBytes
    std::vector<Bytes> halfOffsets; ///< the same for weights in two bytes; else empty
    Bytes kindBytes = 0; ///< of all arrays of one kind of elementBytes
    Bytes halfKindBytes = 0;

    /// Of one element; 0 where there is no such kind.
    [[nodiscard]] Bytes bytesOf(StateKind kind) const
    {
        if (kind == StateKind::Master) {
            return halfWeights ? elementBytes : 0;
        }
        return kind == StateKind::Parameter && halfWeights ? 2 : elementBytes;
    }
    [[nodiscard]] Bytes totalBytes() const { return halfWeights ? halfKindBytes + 4 * kindBytes : 4 * kindBytes; }
    [[nodiscard]] Bytes offsetOf(StateKind kind, ParameterId parameter) const
    {
        const auto owner = static_cast<std::size_t>(owners[static_cast<std::size_t>(parameter)]);
        if (!halfWeights) {
            return kindBytes * static_cast<Bytes>(kind) + offsets[owner];
        }
        return kind == StateKind::Parameter
            ? halfOffsets[owner]
            : halfKindBytes + kindBytes * (static_cast<Bytes>(kind) - 1) + offsets[owner];
    }
    [[nodiscard]] bool owned(ParameterId parameter) const
    {
        return owners[static_cast<std::size_t>(parameter)] == parameter;
    }
};
StateLayout stateLayout(const Program& program, Bytes elementBytes, bool halfWeights = false);

} // namespace sublinear
