// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/resolve.h"
#include "gpu/measure/measure_point.h"
#include "gpu/measure/step_forecast.h"
#include "gpu/run/training_results.h"
#include "gpu/sweep/point_measurer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sublinear {

/// What is the same on every device: what training steps of store_all come to and how long its
/// operations take is found out once, if there is memory for it. Every point is compared with the
/// one and its step foretold from the other; a point of store_all too, as a second run. Where there
/// is no memory for store_all, the first point foretells the others.
class ComparedMeasurer : public PointMeasurer {
public:
    Result<PointForecast> forecast(const PolicySpec& policy) final;
    Result<MeasuredPoint> measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop) final;

protected:
    ComparedMeasurer(ResolvedScenario scenario, std::uint64_t seed);

private:
    /// Measures on the device.
    virtual Result<MeasuredPoint> run(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results) = 0;
    /// Asked before anything is allocated. Error: WouldNotFit.
    virtual Status enoughMemory(const RunPlan& plan);
    /// When a point is measured; what it goes by in the record.
    virtual Status finish(
        const RunPlan& plan, const PolicySpec& recorded, const StopSignal& stop, MeasuredPoint& point);
    Status makeReference(const PointWatch& watch, const StopSignal& stop,
        const std::function<void(const MeasureProgress&)>& progress, std::string& note);

    ResolvedScenario m_scenario; ///< as it is run
    std::uint64_t m_seed;
    std::optional<TrainingResults> m_reference;
    StepForecast m_forecast;
};

} // namespace sublinear
