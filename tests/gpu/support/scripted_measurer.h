// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/sweep/point_measurer.h"

#include <chrono>
#include <functional>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

namespace sublinear::testing {

/// Measures nothing: does for each policy what its script says, else gives a good point at once.
class ScriptedMeasurer final : public PointMeasurer {
public:
    using Script = std::function<Result<MeasuredPoint>(const PointWatch&, const StopSignal&)>;
    std::map<std::string, Script> scripts; ///< by policyText

    static MeasuredPoint goodPoint(const PolicySpec& policy)
    {
        MeasuredPoint point;
        point.policy = policy;
        point.predictedPeakBytes = 4096;
        point.touchedBytes = 4096;
        point.poolHighBytes = 4096;
        point.staticBytes = 1024;
        point.tightFit = true;
        point.stepNs = Quartiles { 1e6, 9e5, 1.1e6, 10 };
        point.phasesNs = { { "forward", 4e5 }, { "backward", 6e5 } };
        point.ops = { { 0, 2048, 1e3 }, { 1, 4096, 2e3 } };
        point.gradientsIdentical = true;
        return point;
    }

    Result<PointForecast> forecast(const PolicySpec&) override { return PointForecast { 4096, 1024 }; }

    Result<MeasuredPoint> measure(const PolicySpec& policy, const PointWatch& watch, const StopSignal& stop) override
    {
        const auto script = scripts.find(policyText(policy));
        if (script != scripts.end()) {
            return script->second(watch, stop);
        }
        watch.progress("timing", 0.5);
        watch.sample(1e6);
        return goodPoint(policy);
    }

    /// Works until it is asked to stop, in short operations.
    static Result<MeasuredPoint> untilStopped(const PointWatch& watch, const StopSignal& stop)
    {
        while (!stop.asked()) {
            watch.progress("timing", 0.1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return Error { "stopped", std::string(toText(stop.why())) };
    }

    static Script failing(FaultClass kind, const std::string& message)
    {
        return [=](const PointWatch&, const StopSignal&) { return Error { message, std::string(toText(kind)) }; };
    }
};

} // namespace sublinear::testing
