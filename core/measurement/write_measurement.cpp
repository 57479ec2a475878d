// SPDX-License-Identifier: MIT
#include "core/io/measurement_check.h"
#include "core/measurement/measurement_json.h"
#include "core/scenario/field_json.h"
#include "core/scenario/scenario_json.h"

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

template <class Value> Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

template <class Value> void writeIfKnown(Json& object, const char* name, const std::optional<Value>& value)
{
    if (value) {
        object[name] = *value;
    }
}

void writeScenarioMember(Json& object, const char* name, const std::optional<Scenario>& scenario)
{
    if (scenario) {
        object[name] = Json::parse(writeScenario(*scenario), nullptr, false);
    }
}

Json timesJson(const StepTimes& times)
{
    return { { "median", times.median }, { "p25", orNull(times.p25) }, { "p75", orNull(times.p75) },
        { "n", orNull(times.n) } };
}

Json kindJson(const KindRecord& kind)
{
    return { { "kernel", kind.kernel }, { "calls", kind.calls }, { "ns", orNull(kind.ns) } };
}

Json opJson(const OpRecord& op)
{
    return { { "index", op.index }, { "live_bytes", orNull(op.liveBytes) }, { "ns", orNull(op.ns) } };
}

void writeTimes(Json& object, const PointRecord& point)
{
    object["step_ns"] = point.stepNs ? timesJson(*point.stepNs) : Json(nullptr);
    writeIfKnown(object, "predicted_step_ns", point.predictedStepNs);
    if (!point.predictedStepBasis.empty()) {
        object["predicted_step_basis"] = point.predictedStepBasis;
    }
    Json phases = Json::object();
    for (const auto& [name, ns] : point.phasesNs) {
        phases[name] = ns;
    }
    object["phases_ns"] = std::move(phases);
    if (!point.kinds.empty()) {
        Json kinds = Json::array();
        for (const KindRecord& kind : point.kinds) {
            kinds.push_back(kindJson(kind));
        }
        object["kinds"] = std::move(kinds);
    }
    Json ops = Json::array();
    for (const OpRecord& op : point.ops) {
        ops.push_back(opJson(op));
    }
    object["ops"] = std::move(ops);
}

} // namespace

// The policy's number is `k` for every policy; what else belongs to one stands beside it.
void writePolicy(Json& object, const PolicySpec& policy)
{
    object["policy"] = policyInfo(policy.id).text;
    object["k"] = orNull(policy.number);
    if (!policy.tensors.empty()) {
        object["tensors"] = policy.tensors;
    }
    if (policy.start != 0) {
        object["start"] = policy.start;
    }
    if (policy.lastStored) {
        object["last_stored"] = true;
    }
}

void writeDevice(Json& object, const DeviceRecord& device)
{
    object["device"] = {
        { "name", device.name },
        { "kind", device.kind },
        { "memory_bytes", orNull(device.memoryBytes) },
        { "driver", orNull(device.driver) },
        { "runtime", orNull(device.runtime) },
    };
}

void writeVersions(Json& object, const Versions& versions)
{
    Json list = Json::object();
    for (const auto& [name, version] : versions) {
        list[name] = version;
    }
    object["versions"] = std::move(list);
}

void writeRun(Json& object, const RunRecord& run)
{
    writeScenarioMember(object, "requested", run.requested);
    writeScenarioMember(object, "run", run.run);
    Json substitutions = Json::array();
    for (const Substitution& substitution : run.substitutions) {
        substitutions.push_back({
            { "path", substitution.path },
            { "from", fieldValueJson(substitution.from) },
            { "to", fieldValueJson(substitution.to) },
            { "why", substitution.why },
        });
    }
    object["substitutions"] = std::move(substitutions);
    writeIfKnown(object, "seed", run.seed);
    writeIfKnown(object, "threads", run.threads);
    if (!run.date.empty()) {
        object["date"] = run.date;
    }
}

void writePoint(Json& object, const PointRecord& point)
{
    writePolicy(object, point.policy);
    object["predicted_peak_bytes"] = orNull(point.predictedPeakBytes);
    writeIfKnown(object, "ideal_peak_bytes", point.idealPeakBytes);
    object["measured_peak_bytes"] = orNull(point.measuredPeakBytes);
    object["static_bytes"] = orNull(point.staticBytes);
    object["meters"] = {
        { "touched_bytes", orNull(point.touchedBytes) },
        { "pool_high_bytes", orNull(point.poolHighBytes) },
        { "tight_fit", orNull(point.tightFit) },
    };
    object["residual_bytes"] = orNull(point.residualBytes);
    writeTimes(object, point);
    if (!point.products.empty()) {
        object["products"] = point.products;
    }
    object["gradients_identical"] = orNull(point.gradientsIdentical);
    object["valid"] = point.valid;
    if (!point.note.empty()) {
        object["note"] = point.note;
    }
    if (!point.origin.empty()) {
        object["origin"] = point.origin;
    }
}

std::string writeMeasurement(const Measurement& measurement)
{
    Json document;
    document["format"] = kMeasurementFormat;
    document["version"] = kMeasurementVersion;
    writeRun(document, measurement.run);
    if (measurement.device) {
        writeDevice(document, *measurement.device);
        writeVersions(document, measurement.versions);
    }
    Json points = Json::array();
    for (const PointRecord& point : measurement.points) {
        Json object;
        writePoint(object, point);
        points.push_back(std::move(object));
    }
    document["points"] = std::move(points);
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace sublinear
