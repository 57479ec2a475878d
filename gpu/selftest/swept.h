// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/selftest/check.h"
#include "gpu/shape/choose_shape.h"
#include "gpu/sweep/point_measurer.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sublinear {

/// A sweep as who reads the worker's lines has it.
struct Swept {
    std::vector<PointRecord> points;
    bool whole = false; ///< a point for each policy, each as it was written
};

/// Measures the default policies of a scenario through the worker's lines and back, on the device of that name and
/// kind ("cpu", "cuda"). `measurer` is asked once, for the shape that is run. Refused: what any part of it says.
Result<Swept> sweptThroughLines(const ResolvedScenario& scenario, const RunLimits& limits, const std::string& name,
    const std::string& kind, const SelfTestSetup& setup,
    const std::function<std::unique_ptr<PointMeasurer>(const ResolvedScenario& run)>& measurer);

} // namespace sublinear
