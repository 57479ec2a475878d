// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/shape/shape_cost.h"

namespace sublinear {

/// Rates of this CPU, from products and copies that take about a tenth of a second.
DeviceRates measuredCpuRates(int threads);

} // namespace sublinear
