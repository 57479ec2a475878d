// SPDX-License-Identifier: MIT
#pragma once

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

/// body(i) for begin <= i < end, none of which depends on another.
template <class Body> SUBLINEAR_ARITHMETIC void forElements(std::int64_t begin, std::int64_t end, const Body& body)
{
    SUBLINEAR_INDEPENDENT
    for (std::int64_t i = begin; i < end; ++i) {
        body(i);
    }
}

} // namespace sublinear
