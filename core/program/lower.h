// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/transformer.h"
#include "core/program/program.h"

namespace sublinear {

/// What of the recipe shapes the program itself.
struct LowerOptions {
    Gradients gradients = Gradients::Preallocated;
    Bytes parameterElementBytes = 2;
    Bytes gradientElementBytes = 2;
    Bytes optimizerTemporaryBytes = 0; ///< there while the optimizer runs
    Count dataParallel = 1;
    Count zero = 0; ///< stage; 2 and 3 reduce each layer's gradients, 3 gathers its parameters
    /// A given parameter count and the shape's own: gradients and gathered parameters are in this
    /// proportion to the shape's, rounded down per tensor. 0: the shape's.
    Count givenParameters = 0;
    Count shapedParameters = 0;
};

/// Tensors live from the operation that writes them to the last one that reads them; forward
/// operations run again are those whose results are wanted and not there. Refused: a
/// schedule in which something is read that nothing has made.
Result<Program> lower(const Chain& chain, const Schedule& schedule, const LowerOptions& options);

} // namespace sublinear
