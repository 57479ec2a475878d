// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/shape/shape_cost.h"

namespace sublinear {

/// Rates of this CPU, from products, copies, fills and draws that take about a quarter of a second.
DeviceRates measuredCpuRates(int threads);

} // namespace sublinear
