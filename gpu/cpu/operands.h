// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/vectorise.h"
#include "gpu/kernels/lanes.h"
#include "gpu/run/op_call.h"

#include <algorithm>
#include <cstdint>

namespace sublinear {

/// Elements that one piece of work takes: some tens of microseconds, a multiple of every group.
inline constexpr std::int64_t kPieceElements = std::int64_t { 1 } << 14U;

template <class Element> Element* elements(const Operand& operand)
{
    return static_cast<Element*>(operand.data);
}

inline Count elementCount(const Operand& operand)
{
    return operand.shape.elements().value().value_or(0); // it has memory, so it is a number
}

/// How many rows of this width make one piece.
inline std::int64_t rowsPerPiece(std::int64_t width)
{
    return std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(1, width));
}

/// body(i) for begin <= i < end, none of which depends on another, in the host's vectors. The body
/// is a lambda marked SUBLINEAR_INLINED.
template <class Body> void forElements(std::int64_t begin, std::int64_t end, const Body& body)
{
    vectorised([&](auto) SUBLINEAR_INLINED {
        const Body own = body; // a copy that nothing points at stays in registers
        SUBLINEAR_INDEPENDENT
        for (std::int64_t i = begin; i < end; ++i) {
            own(i);
        }
    });
}

/// body(row) for begin <= row < end, the loops within in the host's vectors.
template <class Body> void forRows(std::int64_t begin, std::int64_t end, const Body& body)
{
    vectorised([&](auto) SUBLINEAR_INLINED {
        for (std::int64_t row = begin; row < end; ++row) {
            body(row);
        }
    });
}

} // namespace sublinear
