// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/number_span.h"

namespace sublinear {

/// A policy beside the chosen one, over the chosen one's numbers.
struct ComparedCurve {
    PolicyId policy = PolicyId::StoreAll;
    QString name; ///< for a legend, with what its number means on this axis: "First m, m=K"
    bool level = false; ///< one height over the whole axis; else a point per row
    std::vector<SweepRow> rows; ///< on the axis, ascending; the one with the least total where level

    /// Its row over a number, or null.
    [[nodiscard]] const SweepRow* rowFor(Count number) const;
};

/// One curve for every policy compared with, in the order asked. K, m and c are counted alike, so that
/// a curve of the one stands over an axis of the other. Budgets are not, and neither has every policy
/// numbers: what has no place over the axis is drawn as the least total that it reaches.
std::vector<ComparedCurve> comparedCurves(const Evaluation& evaluation);
/// One policy's sweep in the same way.
ComparedCurve curveOver(PolicyId policy, std::vector<SweepRow> rows, const NumberSpan& axis);

} // namespace sublinear
