// SPDX-License-Identifier: MIT
#include "core/measurement/training_runs.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/check_document.h"
#include "core/measurement/foretell.h"
#include "core/measurement/run_rows.h"
#include "core/policy/law.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <locale>
#include <optional>
#include <sstream>

namespace sublinear {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kLongestMs = 1e12;
constexpr std::array<std::string_view, 11> kOwnNames { "policy", "k", "peak_bytes", "step_ms", "step_ms_p25",
    "step_ms_p75", "steps", "device", "date", "note", "origin" };

bool isOwn(std::string_view name)
{
    return std::find(kOwnNames.begin(), kOwnNames.end(), name) != kOwnNames.end();
}

Error about(const RunRow& row, const Error& error)
{
    return { row.place + ": " + error.message, error.field };
}

/// A scenario's field by its path or the last part of it.
Result<const Field*> shapeField(std::string_view name)
{
    const Field* found = findField(name);
    for (const Field& field : allFields()) {
        const bool ends = field.path.ends_with(name) && field.path.size() > name.size()
            && field.path[field.path.size() - name.size() - 1] == '.';
        if (found == nullptr && ends) {
            found = &field;
        }
    }
    if (found == nullptr || found->path.starts_with("checkpointing.")) {
        return unknownField(name, kOwnNames);
    }
    return found;
}

void addCustomary(Scenario& shape)
{
    constexpr Count kFfnPerModel = 4;
    if (shape.model.dModel && !shape.model.dFfn && !shape.model.preset) {
        shape.model.dFfn = kFfnPerModel * *shape.model.dModel;
    }
}

Result<Scenario> shapeOf(const RunRow& row)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    for (const auto& [name, text] : row.cells) {
        if (isOwn(name) || text.empty()) {
            continue;
        }
        const Result<const Field*> field = shapeField(name);
        if (!field) {
            return field.error();
        }
        const Result<FieldValue> value = parseFieldValue(**field, text);
        if (!value) {
            return value.error();
        }
        (*field)->set(scenario, *value);
    }
    addCustomary(scenario);
    return scenario;
}

Result<PolicySpec> policyOf(const RunRow& row)
{
    const std::string text = row.text("policy");
    if (text.empty()) {
        return missing("policy", "store_all, article, segments, every_nth, ...");
    }
    Result<std::vector<PolicySpec>> policies = parsePolicies(text);
    if (!policies) {
        return policies.error();
    }
    if (policies->size() != 1) {
        return refusal("policy", text, "one policy");
    }
    PolicySpec policy = policies->front();
    const std::string k = row.text("k");
    const bool numbered = policyInfo(policy.id).number != PolicyNumber::None;
    if (!k.empty()) {
        const std::optional<std::int64_t> number = parseWhole(k);
        if (!number || *number < 0) {
            return refusal("k", k, "a whole number, or nothing");
        }
        if (numbered) {
            policy.number = *number;
        }
    }
    if (numbered && !policy.number) {
        return missing("k", "the policy's number");
    }
    return policy;
}

Result<std::optional<double>> milliseconds(const RunRow& row, std::string_view name)
{
    const std::string text = row.text(name);
    if (text.empty()) {
        return std::optional<double>();
    }
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double value = 0;
    stream >> value;
    if (stream.fail() || !stream.eof() || !std::isfinite(value) || value <= 0 || value > kLongestMs) {
        return refusal(name, text, "milliseconds over 0");
    }
    return std::optional<double>(value * kNsPerMs);
}

Result<PointRecord> pointOf(const RunRow& row, std::string_view origin)
{
    Result<PolicySpec> policy = policyOf(row);
    if (!policy) {
        return policy.error();
    }
    PointRecord point;
    point.policy = std::move(*policy);
    if (const std::string peak = row.text("peak_bytes"); !peak.empty()) {
        point.measuredPeakBytes = parseBytes(peak);
        if (!point.measuredPeakBytes || *point.measuredPeakBytes <= 0) {
            return refusal("peak_bytes", peak, "a number of bytes over 0, or nothing");
        }
    }
    const Result<std::optional<double>> step = milliseconds(row, "step_ms");
    const Result<std::optional<double>> low = milliseconds(row, "step_ms_p25");
    const Result<std::optional<double>> high = milliseconds(row, "step_ms_p75");
    for (const Result<std::optional<double>>* each : { &step, &low, &high }) {
        if (!*each) {
            return each->error();
        }
    }
    if (*step) {
        point.stepNs = StepTimes { **step, *low, *high, {} };
    }
    if (const std::string steps = row.text("steps"); !steps.empty()) {
        const std::optional<std::int64_t> count = parseWhole(steps);
        if (!count || *count < 1) {
            return refusal("steps", steps, "a whole number from 1");
        }
        if (point.stepNs) {
            point.stepNs->n = *count;
        }
    }
    if (!point.measuredPeakBytes && !point.stepNs) {
        return missing("peak_bytes", "a number of bytes where there is no step_ms");
    }
    point.note = row.text("note");
    point.origin = row.text("origin");
    if (point.origin.empty()) {
        point.origin = origin;
    }
    return point;
}

bool isGiven(const Scenario& shape, std::string_view path)
{
    return !std::holds_alternative<std::monostate>(findField(path)->get(shape));
}

// What a peak goes with most: none of it may be the default's, or the points would be taken for another model's.
bool isWhole(const Scenario& shape)
{
    constexpr std::array<std::string_view, 3> kOfModel { "model.layers", "model.d_model", "model.heads" };
    constexpr std::array<std::string_view, 3> kAlways { "workload.batch", "workload.sequence", "recipe.dtype" };
    const auto given = [&](std::string_view path) { return isGiven(shape, path); };
    return (isGiven(shape, "model.preset") || std::all_of(kOfModel.begin(), kOfModel.end(), given))
        && std::all_of(kAlways.begin(), kAlways.end(), given);
}

Status checkNumber(const PolicySpec& policy, Count layers)
{
    const PolicyNumber sort = policyInfo(policy.id).number;
    if (sort == PolicyNumber::None || sort == PolicyNumber::Budget) {
        return success();
    }
    const NumberRange range = numberRange(policy.id, layers);
    return *policy.number >= range.first && *policy.number <= range.last
        ? success()
        : refusal("k", std::to_string(*policy.number),
            wholeRangeText(range.first, range.last) + ", as layers is " + std::to_string(layers));
}

// What is held against the peak is the same as of a run of ours: all that a step holds, without the reserve.
void foretell(PointRecord& point, const ResolvedScenario& shape)
{
    if (shape.accounting != Accounting::Training) {
        return; // a law foretells no run
    }
    if (const std::optional<SweepRow> row = foretold(point.policy, shape)) {
        point.predictedPeakBytes = row->totalBytes - shape.device.reserveBytes;
    }
}

} // namespace

Result<Measurement> readTrainingRuns(std::string_view text, std::string_view origin)
{
    const Result<std::vector<RunRow>> rows = readRunRows(text);
    if (!rows) {
        return rows.error();
    }
    if (rows->empty()) {
        return Error { "there is no run in it" };
    }
    Measurement measurement;
    std::optional<Scenario> common;
    std::optional<ResolvedScenario> whole; ///< common, where it says enough
    for (const RunRow& row : *rows) {
        const Result<Scenario> shape = shapeOf(row);
        Result<PointRecord> point = pointOf(row, origin);
        if (!shape || !point) {
            return about(row, shape ? point.error() : shape.error());
        }
        if (!common) {
            common = *shape;
            const Result<ResolvedScenario> resolved = resolve(*shape);
            if (!resolved) {
                return about(row, resolved.error());
            }
            if (isWhole(*shape)) {
                measurement.run.run = *shape;
                whole = *resolved;
            }
        } else if (!(*common == *shape)) {
            return about(row, Error { "another shape than the rows before; one file holds the runs of one shape" });
        }
        if (whole) {
            if (const Status number = checkNumber(point->policy, whole->model.layers); !number) {
                return about(row, number.error());
            }
            foretell(*point, *whole);
        }
        if (measurement.run.date.empty()) {
            measurement.run.date = row.text("date");
        }
        if (const std::string device = row.text("device"); !device.empty() && !measurement.device) {
            measurement.device = DeviceRecord { device, "", {}, {}, {} };
        }
        measurement.points.push_back(std::move(*point));
    }
    measurement.run.requested = measurement.run.run;
    return measurement;
}

} // namespace sublinear
