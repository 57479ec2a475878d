// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

namespace sublinear {

struct LawFigure {
    Bytes totalBytes = 0;
    double extraForwardFraction = 0; ///< of one forward pass
};

/// Training accounting simulates: this is what the policy's published law says of the same sweep,
/// with A+x for `act` and what stays through the whole step beside it. One entry per sweep row.
/// Empty as a whole for policies without a law and where the law has no meaning: layers of
/// different kinds, tensors left out of the saved sets, article accounting (whose rows are the law).
std::vector<std::optional<LawFigure>> lawFigures(const Evaluation& evaluation);

} // namespace sublinear
