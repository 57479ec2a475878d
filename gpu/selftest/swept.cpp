// SPDX-License-Identifier: MIT
#include "gpu/selftest/swept.h"

#include "core/measurement/measurement_json.h"
#include "gpu/protocol/rows.h"
#include "gpu/shape/run_policies.h"
#include "gpu/sweep/sweep.h"

namespace sublinear {

Result<Swept> sweptThroughLines(const ResolvedScenario& scenario, const RunLimits& limits, const std::string& name,
    const std::string& kind, const SelfTestSetup& setup,
    const std::function<std::unique_ptr<PointMeasurer>(const ResolvedScenario& run)>& measurer)
{
    const std::vector<PolicySpec> policies = defaultPolicies(scenario);
    const Result<ShapeChoice> shape = chooseShape(scenario, policies, limits);
    if (!shape) {
        return shape.error();
    }
    SweepJob job { "self-test", *shape, {}, kind, false };
    job.record = { complete(scenario), complete(shape->run), shape->substitutions, 1, setup.pool.threads(),
        "2025-01-31T12:00:00Z", {} };
    std::string text;
    LineWriter writer([&text](std::string_view line, LineWriter::Wait) {
        text += line;
        return true;
    });
    writer.write("hello", job.id, helloMembers({ name, kind, {}, {}, {} }, {}));
    const SweepOutcome outcome = runSweep(job, *measurer(shape->run), writer, StopSignal());
    Result<Measurement> read = readMeasurement(text);
    if (!read) {
        return read.error();
    }
    if (!outcome.faults.empty()) {
        return Error { outcome.faults.front().message };
    }
    const bool whole = read->points.size() == policies.size() && read->points == outcome.points;
    return Swept { std::move(read->points), whole };
}

} // namespace sublinear
