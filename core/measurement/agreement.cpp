// SPDX-License-Identifier: MIT
#include "core/measurement/agreement.h"

#include "core/base/text.h"
#include "core/base/to_index.h"
#include "core/base/version.h"
#include "core/measurement/run_program.h"
#include "core/measurement/worker_command.h"
#include "core/policy/law.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

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

Status missingOf(const std::string& path, std::string_view member)
{
    return missing(path + "." + std::string(member), "what the worker writes, as the point has no origin");
}

// What a point of our own has, whatever came of it; a valid one has been measured too.
Status checkIsWhole(const PointRecord& point, const std::string& path)
{
    const std::array members {
        std::pair("predicted_peak_bytes", point.predictedPeakBytes.has_value()),
        std::pair("static_bytes", point.staticBytes.has_value()),
        std::pair("measured_peak_bytes", !point.valid || point.measuredPeakBytes.has_value()),
        std::pair("meters.touched_bytes", !point.valid || point.touchedBytes || point.poolHighBytes),
        std::pair("step_ns", !point.valid || point.stepNs.has_value()),
        std::pair("phases_ns", !point.valid || !point.phasesNs.empty()),
        std::pair("ops", !point.valid || !point.ops.empty()),
    };
    for (const auto& [name, isThere] : members) {
        if (!isThere) {
            return missingOf(path, name);
        }
    }
    return success();
}

// Bytes that cannot be: the least of a step are its states, and no part is more than the whole.
Status checkBytes(const PointRecord& point, const std::string& path)
{
    const Bytes predicted = *point.predictedPeakBytes;
    const Bytes states = *point.staticBytes;
    const auto atMost = [&](std::string_view name, Bytes value, Bytes most, std::string_view of) {
        return value <= most ? success()
                             : refusal(path + "." + std::string(name), std::to_string(value),
                                 "a whole number up to " + std::to_string(most) + ", " + std::string(of));
    };
    if (predicted == 0) {
        return refusal(path + ".predicted_peak_bytes", "0", "a whole number from 1");
    }
    Status sound = atMost("static_bytes", states, predicted, "predicted_peak_bytes");
    sound =
        sound ? atMost("ideal_peak_bytes", point.idealPeakBytes.value_or(0), predicted, "predicted_peak_bytes") : sound;
    // Freed and allocated again or not: what stays through the step is held at its peak too.
    if (sound && point.poolHighBytes && *point.poolHighBytes < states) {
        sound = refusal(path + ".meters.pool_high_bytes", std::to_string(*point.poolHighBytes),
            "a whole number from static_bytes, " + std::to_string(states));
    }
    if (sound && point.tightFit == true) { // it ran in a slab of exactly that
        sound = atMost("meters.touched_bytes", point.touchedBytes.value_or(0), predicted,
            "predicted_peak_bytes, as tight_fit is true");
        sound = sound ? atMost("meters.pool_high_bytes", point.poolHighBytes.value_or(0), predicted,
                    "predicted_peak_bytes, as tight_fit is true")
                      : sound;
    }
    const Bytes most = point.poolHighBytes.value_or(predicted);
    for (std::size_t op = 0; sound && op < point.ops.size(); ++op) {
        sound = atMost("ops[" + std::to_string(op) + "].live_bytes", point.ops[op].liveBytes.value_or(0), most,
            point.poolHighBytes ? "meters.pool_high_bytes" : "predicted_peak_bytes");
    }
    return sound;
}

Status checkTimes(const PointRecord& point, const std::string& path)
{
    constexpr std::array<std::string_view, 4> kPhases { "forward", "recompute", "backward", "optimizer" };
    if (point.stepNs && point.stepNs->n == 0) {
        return refusal(path + ".step_ns.n", "0", "a whole number from 1, as there is a median");
    }
    if (point.stepNs && !(point.stepNs->median > 0)) {
        return refusal(path + ".step_ns.median", "0", "a number over 0");
    }
    for (const auto& [name, ns] : point.phasesNs) {
        if (std::find(kPhases.begin(), kPhases.end(), name) == kPhases.end()) {
            return refusal(path + ".phases_ns", name, "one of " + join(kPhases));
        }
    }
    for (std::size_t op = 0; op < point.ops.size(); ++op) {
        if (point.ops[op].index != static_cast<Count>(op)) {
            return refusal(path + ".ops[" + std::to_string(op) + "].index", std::to_string(point.ops[op].index),
                std::to_string(op) + ", as a step's operations are listed in turn");
        }
    }
    return success();
}

// What the run's scenario comes to, if this version has measured it: another may place otherwise. A
// budget is named as it was asked for, and another is run.
Status checkIsRun(const PointRecord& point, const ResolvedScenario& ran, const std::string& path)
{
    const Result<RunBytes> bytes =
        point.policy.id == PolicyId::Optimal ? Result<RunBytes>(Error {}) : runBytes(ran, point.policy);
    if (!bytes) {
        return success();
    }
    const auto same = [&path](std::string_view name, Count value, Count expected, std::string_view what) {
        return value == expected ? success()
                                 : refusal(path + "." + std::string(name), std::to_string(value),
                                     std::to_string(expected) + ", " + std::string(what));
    };
    Status agrees = same("predicted_peak_bytes", *point.predictedPeakBytes, bytes->predictedPeakBytes,
        "the placed peak of the run's program");
    agrees = agrees ? same("static_bytes", *point.staticBytes, bytes->staticBytes, "the states of the run") : agrees;
    return agrees && !point.ops.empty() ? same("ops", static_cast<Count>(point.ops.size()),
               static_cast<Count>(bytes->ops), "the operations of the run's program")
                                        : agrees;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// "2025-01-31T12:00:00Z", a day and a time that there are.
bool isDate(std::string_view text)
{
    constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
    if (text.size() != kForm.size()) {
        return false;
    }
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        if (kForm[i] == '0' ? !isDigit(text[i]) : text[i] != kForm[i]) {
            return false;
        }
    }
    const auto number = [text](std::size_t at) { return 10 * (text[at] - '0') + (text[at + 1] - '0'); };
    constexpr std::array kDays { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const int month = number(5);
    return month >= 1 && month <= 12 && number(8) >= 1 && number(8) <= kDays.at(toIndex(month - 1)) && number(11) < 24
        && number(14) < 60 && number(17) <= 60;
}

Status checkHead(const RunRecord& run, const std::optional<DeviceRecord>& device)
{
    if (!run.run) {
        return missing("run", "the scenario that was run, as points without an origin are of this measurement");
    }
    if (!run.requested) {
        return missing("requested", "the scenario that was asked for, as points without an origin are of it");
    }
    if (!device) {
        return missing("device", "the device that points without an origin were measured on");
    }
    return device->kind == "cpu" || device->kind == "cuda" ? success()
                                                           : refusal("device.kind", device->kind, "cpu or cuda");
}

} // namespace

bool isOfThisVersion(const Versions& versions)
{
    const auto version = versions.find("sublinear");
    return version != versions.end() && version->second == kVersion;
}

Status checkOnce(const std::vector<PointRecord>& points, const std::string& path)
{
    if (points.empty() || !points.back().origin.empty()) {
        return success();
    }
    for (std::size_t index = 0; index + 1 < points.size(); ++index) {
        if (points[index].origin.empty() && points[index].policy == points.back().policy) {
            return refusal(path + ".policy", policyText(points.back().policy),
                "each policy once; point " + std::to_string(index) + " has it, counted from 0");
        }
    }
    return success();
}

Status checkRunAgrees(const RunRecord& run)
{
    if (run.threads && (*run.threads < 1 || *run.threads > kMostThreads)) {
        return refusal("threads", std::to_string(*run.threads), wholeRangeText(1, kMostThreads));
    }
    if (!run.date.empty() && !isDate(run.date)) {
        return refusal("date", run.date, "a time such as 2025-01-31T12:00:00Z");
    }
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

Status checkPointAgrees(const PointRecord& point, const Measurement& measurement, const std::string& path)
{
    if (!point.origin.empty()) {
        return success();
    }
    if (Status head = checkHead(measurement.run, measurement.device); !head) {
        return head;
    }
    const Result<ResolvedScenario> ran = resolve(*measurement.run.run);
    if (Status number = ran ? checkNumber(point, ran->model.layers, path) : success(); !number) {
        return number;
    }
    for (const auto check : { &checkIsWhole, &checkBytes, &checkTimes }) {
        if (Status sound = check(point, path); !sound) {
            return sound;
        }
    }
    if (Status meter = checkMeter(point, *measurement.device, path); !meter) {
        return meter;
    }
    return ran && isOfThisVersion(measurement.versions) ? checkIsRun(point, *ran, path) : success();
}

Status checkAgrees(const Measurement& measurement)
{
    if (Status run = checkRunAgrees(measurement.run); !run) {
        return run;
    }
    std::vector<PointRecord> before; // each is looked at beside those in front of it
    for (std::size_t index = 0; index < measurement.points.size(); ++index) {
        const PointRecord& point = measurement.points[index];
        const std::string path = "points[" + std::to_string(index) + "]";
        if (Status agrees = checkPointAgrees(point, measurement, path); !agrees) {
            return agrees;
        }
        before.push_back(point);
        if (Status once = checkOnce(before, path); !once) {
            return once;
        }
    }
    return success();
}

} // namespace sublinear
