// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

namespace sublinear {

/// Wide enough for a product of any two counts, and for any sum over the layers of a model.
__extension__ using Wide = __int128;

/// value * to / from, rounded down; `from` is not 0. Floating-point numbers lose the last byte of it.
constexpr Count inProportion(Count value, Count to, Count from)
{
    return static_cast<Count>(Wide { value } * to / from);
}

} // namespace sublinear
