// SPDX-License-Identifier: MIT
#include "core/base/json_document.h"
#include "core/io/check_document.h"
#include "core/io/json_shape.h"
#include "core/io/measurement_check.h"
#include "core/io/stream_check.h"
#include "core/measurement/measurement_json.h"
#include "core/measurement/worker_stream.h"
#include "core/scenario/refusal.h"
#include "core/scenario/scenario_json.h"

namespace sublinear {

namespace {

using nlohmann::json;

template <class Value> std::optional<Value> known(const json& object, std::string_view name)
{
    const json* value = given(object, name);
    return value == nullptr ? std::nullopt : std::optional<Value>(value->get<Value>());
}

std::string textOf(const json& object, std::string_view name)
{
    return known<std::string>(object, name).value_or("");
}

// A JSON value as a field's: what has no such form (an object, a mixed list) is not known.
FieldValue fieldValue(const json& value)
{
    if (value.is_boolean()) {
        return value.get<bool>();
    }
    if (value.is_number()) {
        const std::optional<std::int64_t> whole = wholeFromJson(value);
        return whole ? FieldValue(*whole) : FieldValue();
    }
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (!value.is_array()) {
        return {};
    }
    std::vector<std::int64_t> wholes;
    std::vector<std::string> texts;
    for (const json& entry : value) {
        if (entry.is_string()) {
            texts.push_back(entry.get<std::string>());
        } else if (const auto whole = wholeFromJson(entry)) {
            wholes.push_back(*whole);
        }
    }
    if (wholes.size() == value.size()) {
        return wholes;
    }
    return texts.size() == value.size() ? FieldValue(texts) : FieldValue();
}

// checkRun has taken it before, so that it can be read.
std::optional<Scenario> scenarioOf(const json& object, std::string_view name)
{
    const json* member = given(object, name);
    if (member == nullptr) {
        return std::nullopt;
    }
    json document = *member;
    document.emplace("format", kScenarioFormat);
    document.emplace("version", kScenarioVersion);
    const Result<Scenario> scenario = readScenario(document.dump(-1, ' ', false, json::error_handler_t::replace));
    return scenario ? std::optional(*scenario) : std::nullopt;
}

std::optional<StepTimes> timesOf(const json& point)
{
    const json* times = given(point, "step_ns");
    if (times == nullptr) {
        return std::nullopt;
    }
    return StepTimes { times->at("median").get<double>(), known<double>(*times, "p25"), known<double>(*times, "p75"),
        known<Count>(*times, "n") };
}

Status readPhases(const json& object, std::string_view path, PointRecord& point)
{
    const json* phases = given(object, "phases_ns");
    if (phases == nullptr) {
        return success();
    }
    for (const auto& [name, ns] : phases->items()) {
        const std::array number = { Member { name, JsonShape::Number, true } };
        if (Status checked = checkMembers(*phases, memberPath(path, "phases_ns"), number); !checked) {
            return checked;
        }
        point.phasesNs.emplace(name, ns.get<double>());
    }
    return success();
}

void readKinds(const json& object, PointRecord& point)
{
    const json* kinds = given(object, "kinds");
    if (kinds == nullptr) {
        return;
    }
    for (const json& kind : *kinds) {
        point.kinds.push_back({ textOf(kind, "kernel"), kind.at("calls").get<Count>(), known<double>(kind, "ns") });
    }
}

void readOps(const json& object, PointRecord& point)
{
    const json* ops = given(object, "ops");
    if (ops == nullptr) {
        return;
    }
    point.ops.reserve(ops->size());
    for (const json& op : *ops) {
        point.ops.push_back({ op.at("index").get<Count>(), known<Bytes>(op, "live_bytes"), known<double>(op, "ns") });
    }
}

Result<Measurement> readDocument(std::string_view text)
{
    const Result<json> document = parseJson(text, kMaxDocumentBytes);
    if (!document) {
        return document.error();
    }
    const json* format = document->is_object() ? given(*document, "format") : nullptr;
    const std::string accepted = "\"" + std::string(kMeasurementFormat) + "\" or a stream of lines with a type";
    if (format == nullptr) {
        return missing("format", accepted);
    }
    if (*format != kMeasurementFormat) {
        return refusal("format", shownJson(*format), accepted);
    }
    if (const Result<std::size_t> checked = checkMeasurement(*document); !checked) {
        return checked.error();
    }
    Measurement measurement;
    Result<RunRecord> run = readRun(*document, "");
    Result<DeviceAndVersions> device = readDevice(*document, "");
    if (!run || !device) {
        return run ? device.error() : run.error();
    }
    measurement.run = std::move(*run);
    measurement.device = std::move(device->device);
    measurement.versions = std::move(device->versions);
    const json& points = document->at("points");
    for (std::size_t index = 0; index < points.size(); ++index) {
        Result<PointRecord> point = readPoint(points[index], "points[" + std::to_string(index) + "]");
        if (!point) {
            return point.error();
        }
        measurement.points.push_back(std::move(*point));
    }
    return measurement;
}

// A saved stream may end early; what stands in it counts.
Result<Measurement> readSavedStream(std::string_view text)
{
    if (const Result<StreamSummary> checked = checkStream(text); !checked) {
        return checked.error();
    }
    WorkerStream stream(kMaxDocumentBytes);
    stream.feed(withoutHalfLine(text));
    stream.feed("\n"); // the last line is whole, as the check has found, even if nothing ends it
    stream.end();
    Measurement measurement;
    while (const std::optional<StreamRow> row = stream.next()) {
        takeInto(measurement, *row);
    }
    const std::optional<Fault>& fault = stream.fault();
    return fault && fault->kind != FaultClass::LostWorker ? Result<Measurement>(Error { fault->message })
                                                          : Result<Measurement>(std::move(measurement));
}

} // namespace

Result<DeviceAndVersions> readDevice(const json& object, std::string_view path)
{
    if (const Status checked = checkDevice(object, path); !checked) {
        return checked.error();
    }
    DeviceAndVersions result;
    if (const json* device = given(object, "device")) {
        result.device =
            DeviceRecord { textOf(*device, "name"), textOf(*device, "kind"), known<Bytes>(*device, "memory_bytes"),
                known<std::string>(*device, "driver"), known<std::string>(*device, "runtime") };
    }
    if (const json* versions = given(object, "versions")) {
        for (const auto& [name, version] : versions->items()) {
            result.versions.emplace(name, shownJson(version));
        }
    }
    return result;
}

Result<RunRecord> readRun(const json& object, std::string_view path)
{
    if (const Status checked = checkRun(object, path); !checked) {
        return checked.error();
    }
    RunRecord run;
    run.requested = scenarioOf(object, "requested");
    run.run = scenarioOf(object, "run");
    if (const json* substitutions = given(object, "substitutions")) {
        for (const json& each : *substitutions) {
            const json* from = given(each, "from");
            const json* to = given(each, "to");
            run.substitutions.push_back({ textOf(each, "path"), from != nullptr ? fieldValue(*from) : FieldValue(),
                to != nullptr ? fieldValue(*to) : FieldValue(), textOf(each, "why") });
        }
    }
    run.seed = known<Count>(object, "seed");
    run.threads = known<Count>(object, "threads");
    run.date = textOf(object, "date");
    return run;
}

Result<PolicySpec> readPolicy(const json& object, std::string_view path)
{
    constexpr std::array kMembers = { Member { "tensors", JsonShape::Array }, Member { "start", JsonShape::Whole },
        Member { "last_stored", JsonShape::Boolean } };
    if (const Status members = checkMembers(object, path, kMembers); !members) {
        return members.error();
    }
    PolicySpec policy;
    policy.id = findPolicy(object.at("policy").get_ref<const std::string&>())->id;
    policy.number = known<Count>(object, "k");
    policy.start = known<Count>(object, "start").value_or(0);
    policy.lastStored = known<bool>(object, "last_stored").value_or(false);
    if (const json* tensors = given(object, "tensors")) {
        for (const json& tensor : *tensors) {
            if (!tensor.is_string()) {
                return refusal(memberPath(path, "tensors"), shownJson(tensor), "texts");
            }
            policy.tensors.push_back(tensor.get<std::string>());
        }
    }
    return policy;
}

Result<PointRecord> readPoint(const json& object, std::string_view path)
{
    if (const Status checked = checkPoint(object, path); !checked) {
        return checked.error();
    }
    Result<PolicySpec> policy = readPolicy(object, path);
    if (!policy) {
        return policy.error();
    }
    PointRecord point;
    point.policy = std::move(*policy);
    point.predictedPeakBytes = known<Bytes>(object, "predicted_peak_bytes");
    point.idealPeakBytes = known<Bytes>(object, "ideal_peak_bytes");
    point.measuredPeakBytes = known<Bytes>(object, "measured_peak_bytes");
    point.staticBytes = known<Bytes>(object, "static_bytes");
    if (const json* meters = given(object, "meters")) {
        constexpr std::array kTightFit = { Member { "tight_fit", JsonShape::Boolean } };
        if (const Status checked = checkMembers(*meters, memberPath(path, "meters"), kTightFit); !checked) {
            return checked.error();
        }
        point.touchedBytes = known<Bytes>(*meters, "touched_bytes");
        point.poolHighBytes = known<Bytes>(*meters, "pool_high_bytes");
        point.tightFit = known<bool>(*meters, "tight_fit");
    }
    point.residualBytes = known<Bytes>(object, "residual_bytes");
    point.stepNs = timesOf(object);
    point.predictedStepNs = known<double>(object, "predicted_step_ns");
    point.predictedStepBasis = textOf(object, "predicted_step_basis");
    if (const Status phases = readPhases(object, path, point); !phases) {
        return phases.error();
    }
    readKinds(object, point);
    readOps(object, point);
    if (const json* products = given(object, "products")) {
        point.products = products->get<std::vector<std::string>>();
    }
    point.gradientsIdentical = known<bool>(object, "gradients_identical");
    point.valid = known<bool>(object, "valid").value_or(true);
    point.note = textOf(object, "note");
    point.origin = textOf(object, "origin");
    return point;
}

Result<Measurement> readMeasurement(std::string_view text)
{
    return looksLikeStream(text) ? readSavedStream(text) : readDocument(text);
}

} // namespace sublinear
