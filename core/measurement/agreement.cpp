// SPDX-License-Identifier: MIT
#include "core/measurement/agreement.h"

#include "core/base/text.h"
#include "core/policy/law.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"

#include <algorithm>

namespace sublinear {

namespace {

// The preset that a model began from and the names of things are no part of what is run.
bool isRun(const Field& field)
{
    return field.path != "model.preset" && field.path != "model.name";
}

bool isUnset(const FieldValue& value)
{
    return std::holds_alternative<std::monostate>(value);
}

std::string shown(const FieldValue& value)
{
    return isUnset(value) ? "null" : fieldValueText(value);
}

Status checkNumber(const PointRecord& point, Count layers, const std::string& path)
{
    const PolicyInfo& policy = policyInfo(point.policy.id);
    if (policy.number == PolicyNumber::None || policy.number == PolicyNumber::Budget) {
        return success();
    }
    const NumberRange range = numberRange(point.policy.id, layers);
    const std::string accepted =
        wholeRangeText(range.first, range.last) + ", as run.model.layers is " + std::to_string(layers);
    if (!point.policy.number) {
        return missing(path + ".k", accepted);
    }
    const bool isInRange = *point.policy.number >= range.first && *point.policy.number <= range.last;
    return isInRange ? success() : refusal(path + ".k", std::to_string(*point.policy.number), accepted);
}

Status checkMeter(const PointRecord& point, const DeviceRecord& device, const std::string& path)
{
    const bool isCpu = device.kind == "cpu";
    const std::optional<Bytes>& meter = isCpu ? point.touchedBytes : point.poolHighBytes;
    if ((!isCpu && device.kind != "cuda") || !meter || !point.measuredPeakBytes || meter == point.measuredPeakBytes) {
        return success();
    }
    return refusal(path + ".measured_peak_bytes", std::to_string(*point.measuredPeakBytes),
        std::to_string(*meter) + ", which is meters." + (isCpu ? "touched_bytes" : "pool_high_bytes") + " on "
            + (isCpu ? "a CPU" : "CUDA"));
}

} // namespace

Status checkRunAgrees(const RunRecord& run)
{
    const auto resolved = [](const std::optional<Scenario>& scenario) {
        return scenario ? resolve(*scenario) : Result<ResolvedScenario>(Error {});
    };
    const Result<ResolvedScenario> requested = resolved(run.requested);
    const Result<ResolvedScenario> ran = resolved(run.run);
    if (!requested || !ran) {
        return success();
    }
    const Scenario from = complete(*requested);
    const Scenario to = complete(*ran);
    for (const Field& field : allFields()) {
        const auto isOfField = [&field](const Substitution& each) { return each.path == field.path; };
        const bool isDerived = isUnset(field.get(*run.requested)) && isUnset(field.get(*run.run));
        if (isRun(field) && !isDerived && field.get(from) != field.get(to)
            && std::none_of(run.substitutions.begin(), run.substitutions.end(), isOfField)) {
            return refusal("run." + std::string(field.path), shown(field.get(to)),
                shown(field.get(from)) + ", which was requested, unless substitutions names the field");
        }
    }
    return success();
}

Status checkPointAgrees(
    const PointRecord& point, const RunRecord& run, const std::optional<DeviceRecord>& device, const std::string& path)
{
    if (!point.origin.empty()) {
        return success();
    }
    if (const Result<ResolvedScenario> ran = run.run ? resolve(*run.run) : Result<ResolvedScenario>(Error {})) {
        if (Status number = checkNumber(point, ran->model.layers, path); !number) {
            return number;
        }
    }
    return device ? checkMeter(point, *device, path) : success();
}

Status checkAgrees(const Measurement& measurement)
{
    if (Status run = checkRunAgrees(measurement.run); !run) {
        return run;
    }
    for (std::size_t index = 0; index < measurement.points.size(); ++index) {
        const PointRecord& point = measurement.points[index];
        if (point.origin.empty() && !measurement.run.run) {
            return missing("run", "the scenario that was run, as points without an origin are of this measurement");
        }
        const std::string path = "points[" + std::to_string(index) + "]";
        if (Status agrees = checkPointAgrees(point, measurement.run, measurement.device, path); !agrees) {
            return agrees;
        }
    }
    return success();
}

} // namespace sublinear
