// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/shape/shape_cost.h"

#include <functional>

namespace sublinear {

/// Rates of this CPU, from products, copies, fills and draws that take about a quarter of a second.
/// What is not found out by the time that `stop` says so is a guess.
DeviceRates measuredCpuRates(int threads, const std::function<bool()>& stop = {});

} // namespace sublinear
