// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QString>

namespace sublinear {

/// The row of number k in an ascending sweep, or null where it was left out.
/// A row without a number answers to 1.
const SweepRow* rowOf(const std::vector<SweepRow>& rows, Count k);

/// GiB as a chart's unit.
double inGiB(Bytes bytes);
/// "80.25", and "0.00049" where two decimals would say that there is nothing: two figures at least.
QString gibText(Bytes bytes, int decimals = 2);
/// "80.25 GiB"
QString gibUnitText(Bytes bytes, int decimals = 2);

} // namespace sublinear
