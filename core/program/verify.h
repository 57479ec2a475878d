// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"

namespace sublinear {

/// Whether the program may be run. Refused, with the operation at fault: a read of a tensor
/// that was never written or whose memory is gone, a second writing, memory allocated or
/// freed twice or while in use, work in place that is not, steps out of order (each layer
/// once forward upwards, the loss, once backward downwards, recomputation in between), and
/// memory left over at the end.
Status verify(const Program& program);

} // namespace sublinear
