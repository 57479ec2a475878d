// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/run/op_call.h"
#include "gpu/run/stop.h"

namespace sublinear {

/// Whether an operation is to end early; whoever called it finds out by the same stop.
inline bool isStopped(const OpCall& call)
{
    return call.stop != nullptr && call.stop->poll();
}

} // namespace sublinear
